import { type SampleTool, textResult } from '../context.ts';

/** Tools that are edge cases for clients. */
export const edgeCaseTools: readonly SampleTool[] = [
  {
    name: 'compare_the_forecasts_of_all_stations_with_what_was_measured_there_later',
    inputSchema: { type: 'object', properties: { 'a name with spaces': { type: 'string' } } },
    call: () => textResult('compared'),
  },
  {
    name: 'mark_up',
    title: '<b>Mark</b> $(trash) [Up](command:x) \u202Enwod',
    description: '<img src=x onerror=alert(1)> **bold** `code` \u202Eright to left\u202C',
    inputSchema: {
      type: 'object',
      properties: { '<i>field\u200B</i>': { type: 'string', description: '<script>alert(1)</script>' } },
    },
    call: () => textResult('<img src=x onerror=alert(1)> \u001B[31mred\u001B[0m'),
  },
];
