import type { SampleTool } from '../context.ts';

const inputSchema = { type: 'object' as const };
const outputSchema = {
  type: 'object' as const,
  properties: {
    station: { type: 'string' },
    celsius: { type: 'number' },
    wind: {
      type: 'object',
      properties: { speed: { type: 'number' }, from: { type: 'string', enum: ['N', 'E', 'S', 'W'] } },
      required: ['speed'],
    },
  },
  required: ['station', 'celsius'],
};

/** Tools with output schemas. Some results don't match their schema. */
export const outputTools: readonly SampleTool[] = [
  {
    name: 'measure',
    description: 'Answers what its output schema says.',
    inputSchema,
    outputSchema,
    call: () => structured({ station: 'OSL-1', celsius: 21.5, wind: { speed: 12, from: 'W' } }),
  },
  {
    name: 'measure_wrongly',
    description: 'Answers what does not fit its output schema.',
    inputSchema,
    outputSchema,
    call: () => structured({ station: 'OSL-1', celsius: 'warm' }),
  },
  {
    name: 'measure_nothing',
    description: 'Answers nothing structured, though it has an output schema.',
    inputSchema,
    outputSchema,
    call: () => ({ content: [{ type: 'text', text: 'No measurement today.' }] }),
  },
];

function structured(structuredContent: Record<string, unknown>) {
  return { content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }], structuredContent };
}
