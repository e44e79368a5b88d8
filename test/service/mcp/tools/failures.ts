import { McpError } from '@modelcontextprotocol/sdk/types.js';
import type { SampleTool } from '../context.ts';

const inputSchema = { type: 'object' as const };

/** Tools that fail in different ways. */
export const failingTools: readonly SampleTool[] = [
  {
    name: 'close_station',
    description: 'Answers that it failed.',
    inputSchema,
    call: () => ({ content: [{ type: 'text', text: 'The station is still in use.' }], isError: true }),
  },
  {
    name: 'call_station',
    description: 'Answers an error of the protocol.',
    inputSchema,
    call: () => {
      throw new McpError(-32050, 'The station is out of reach', { station: 'OSL-1', lastSeen: '2026-01-31' });
    },
  },
];
