import { type SampleTool, textResult } from '../context.ts';
import { cities, forecast } from '../forecast.ts';
import { skyPng } from '../media.ts';

/** The main tools of the server. */
export const weatherTools: readonly SampleTool[] = [
  {
    name: 'get_forecast',
    title: 'Get Forecast',
    description: 'The forecast for a city.',
    inputSchema: {
      type: 'object',
      properties: { city: { type: 'string', description: 'A city, such as Oslo' } },
      required: ['city'],
    },
    annotations: { readOnlyHint: true, openWorldHint: true },
    call: ({ args, context }) => textResult(forecast(context.world.seed, String(args['city']))),
  },
  {
    name: 'list_cities',
    title: 'List Cities',
    description: 'The cities that have a forecast.',
    icons: [
      { src: `data:image/png;base64,${skyPng}`, mimeType: 'image/png', sizes: ['32x32'] },
      { src: 'https://weather.example.com/cities.svg', mimeType: 'image/svg+xml', sizes: ['any'] },
    ],
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true, openWorldHint: false },
    call: () => textResult(cities.join(', ')),
  },
  {
    name: 'echo',
    description: 'Gives back what it is given.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    annotations: { title: 'Echo', readOnlyHint: true, idempotentHint: true },
    call: ({ args }) => textResult(String(args['text'])),
  },
  {
    name: 'delete_station',
    title: 'Delete Station',
    description: 'Deletes a weather station, or would.',
    inputSchema: { type: 'object', properties: { station: { type: 'string' } }, required: ['station'] },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    call: ({ args }) => textResult(`deleted ${args['station']}`),
  },
];
