import { type SampleTool, textResult } from '../context.ts';
import { skyPng, toneWav } from '../media.ts';

const markdown =
  '# Today\n\n- **Sun** until noon\n- `rain` after it\n\n[More](https://weather.example.com/today)\n';

/** Tools that return content of every kind, and large content. */
export const contentTools: readonly SampleTool[] = [
  {
    name: 'show_everything',
    description: 'Answers content of every kind.',
    inputSchema: { type: 'object' },
    call: () => ({
      content: [
        { type: 'text', text: 'A plain text.' },
        { type: 'text', text: markdown, annotations: { audience: ['user'], priority: 0.8 } },
        { type: 'image', data: skyPng, mimeType: 'image/png' },
        { type: 'audio', data: toneWav, mimeType: 'audio/wav' },
        {
          type: 'resource_link',
          uri: 'weather://guide',
          name: 'guide',
          title: 'Guide',
          description: 'How to read a forecast',
          mimeType: 'text/markdown',
        },
        { type: 'resource', resource: { uri: 'weather://today', mimeType: 'text/markdown', text: markdown } },
        { type: 'resource', resource: { uri: 'weather://sky', mimeType: 'image/png', blob: skyPng } },
      ],
    }),
  },
  {
    name: 'send_archive',
    title: 'Send Archive',
    description: 'Answers a text of many megabytes.',
    inputSchema: {
      type: 'object',
      properties: { megabytes: { type: 'integer', minimum: 1, maximum: 50, default: 10 } },
    },
    call: ({ args }) => textResult(archive(Number(args['megabytes'] ?? 10) * 1_000_000)),
  },
];

/** Creates numbered lines with exactly `length` characters. */
function archive(length: number): string {
  const line = (index: number) => `${String(index).padStart(8, '0')} ${'measured '.repeat(10)}\n`;
  const lines = Math.ceil(length / line(0).length);
  return Array.from({ length: lines }, (_, index) => line(index))
    .join('')
    .slice(0, length);
}
