import type { GetPromptResult, Prompt, PromptMessage } from '@modelcontextprotocol/sdk/types.js';
import type { CompleteArgument } from './completions.ts';
import { cities } from './forecast.ts';
import { skyPng } from './media.ts';

/** A prompt, the completions of its arguments, and its messages. */
interface SamplePrompt extends Prompt {
  readonly complete: Readonly<Record<string, CompleteArgument>>;
  readonly get: (args: Readonly<Record<string, string>>) => GetPromptResult;
}

const user = (text: string): PromptMessage => ({ role: 'user', content: { type: 'text', text } });

export const prompts: readonly SamplePrompt[] = [
  {
    name: 'pack_for_trip',
    title: 'Pack for a Trip',
    description: 'What to pack for a city.',
    arguments: [
      { name: 'city', description: 'Where to', required: true },
      { name: 'days', description: 'For how long; a week if left out' },
    ],
    complete: { city: () => cities, days: () => ['1', '3', '7', '14'] },
    get: ({ city, days = '7' }) => ({
      description: `Packing for ${city}`,
      messages: [
        user(`What do I pack for ${days} days in ${city}?`),
        { role: 'assistant', content: { type: 'text', text: 'Do you mind the rain?' } },
        user('I do.'),
      ],
    }),
  },
  {
    name: 'compare_cities',
    arguments: [
      { name: 'first', required: true },
      { name: 'second', required: true },
    ],
    complete: { first: () => cities, second: ({ first }) => cities.filter((city) => city !== first) },
    get: ({ first, second }) => ({ messages: [user(`Is ${first} warmer than ${second}?`)] }),
  },
  {
    name: 'describe_sky',
    description: 'With a picture and resources.',
    complete: {},
    get: () => ({
      messages: [
        user('Describe this sky.'),
        { role: 'user', content: { type: 'image', data: skyPng, mimeType: 'image/png' } },
        {
          role: 'user',
          content: {
            type: 'resource',
            resource: { uri: 'weather://today', mimeType: 'text/plain', text: 'Clear until noon.' },
          },
        },
        { role: 'user', content: { type: 'resource_link', uri: 'weather://guide', name: 'guide' } },
      ],
    }),
  },
];

export const extraPrompt: SamplePrompt = {
  name: 'extra',
  complete: {},
  get: () => ({ messages: [user('extra')] }),
};
