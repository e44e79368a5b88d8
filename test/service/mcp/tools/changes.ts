import { LoggingLevelSchema } from '@modelcontextprotocol/sdk/types.js';
import { type SampleTool, textResult } from '../context.ts';

/** The URI of the resource that changes, to which clients can subscribe. */
export const barometerUri = 'weather://barometer';

/** Tools that make the server send notifications. */
export const changingTools: readonly SampleTool[] = [
  {
    name: 'toggle_extra',
    description: 'Adds an extra tool, resource and prompt, or removes them, and says that the lists changed.',
    inputSchema: { type: 'object' },
    call: async ({ context }) => {
      context.hasExtra = !context.hasExtra;
      await context.server.sendToolListChanged();
      await context.server.sendResourceListChanged();
      await context.server.sendPromptListChanged();
      return textResult(context.hasExtra ? 'added' : 'removed');
    },
  },
  {
    name: 'read_barometer',
    description: 'Reads the barometer anew, and tells those who subscribed to it.',
    inputSchema: { type: 'object' },
    call: async ({ context }) => {
      context.readings++;
      if (context.subscriptions.has(barometerUri)) {
        await context.server.sendResourceUpdated({ uri: barometerUri });
      }
      return textResult(`reading ${context.readings}`);
    },
  },
  {
    name: 'write_logs',
    description: 'Sends a log message of each level that the client lets through.',
    inputSchema: { type: 'object' },
    call: async ({ context, request }) => {
      for (const level of LoggingLevelSchema.options) {
        const data = { text: `a message of level ${level}`, level };
        await context.server.sendLoggingMessage({ level, logger: 'station', data }, request.sessionId);
      }
      return textResult('written');
    },
  },
];

export const extraTool: SampleTool = {
  name: 'extra',
  description: 'Is there at times.',
  inputSchema: { type: 'object' },
  call: () => textResult('extra'),
};
