import type { ReadResourceResult, Resource } from '@modelcontextprotocol/sdk/types.js';
import { createRandom } from '../world/random.ts';
import type { McpContext } from './context.ts';
import { cities } from './forecast.ts';
import { skyPng } from './media.ts';
import { barometerUri } from './tools/changes.ts';

type ResourceContents = ReadResourceResult['contents'][number];

/** A resource and its contents. */
interface SampleResource extends Resource {
  readonly read: (
    context: McpContext,
  ) => Omit<ResourceContents, 'uri'> & ({ text: string } | { blob: string });
}

const stationIds = Array.from({ length: 120 }, (_, index) => String(index + 1).padStart(3, '0'));

const fixedResources: readonly SampleResource[] = [
  {
    uri: 'weather://guide',
    name: 'guide',
    title: 'Guide',
    description: 'How to read a forecast',
    mimeType: 'text/markdown',
    annotations: { audience: ['user', 'assistant'], priority: 1, lastModified: '2026-01-31T08:00:00Z' },
    read: () => ({ text: '# Guide\n\nA forecast has a *sky* and a **temperature**.\n' }),
  },
  {
    uri: 'weather://cities',
    name: 'cities',
    mimeType: 'application/json',
    read: () => ({ text: JSON.stringify(cities) }),
  },
  {
    uri: 'weather://sky.png',
    name: 'sky.png',
    title: 'Sky',
    mimeType: 'image/png',
    size: Buffer.from(skyPng, 'base64').length,
    read: () => ({ blob: skyPng }),
  },
  {
    uri: barometerUri,
    name: 'barometer',
    title: 'Barometer',
    description: 'Changes with each call of read_barometer; can be subscribed to.',
    mimeType: 'text/plain',
    read: ({ readings }) => ({ text: `${1000 + (readings % 40)} hPa` }),
  },
  {
    uri: 'weather://broken',
    name: 'broken',
    description: 'Is listed, and cannot be read.',
    read: () => {
      throw new Error('The sensor is broken');
    },
  },
];

const stations = stationIds.map(
  (id): SampleResource => ({
    uri: `weather://stations/${id}`,
    name: `station ${id}`,
    mimeType: 'text/plain',
    read: ({ world }) => ({ text: `${createRandom(world.seed, 'station', id).int(-5, 35)} °C` }),
  }),
);

const extra: SampleResource = {
  uri: 'weather://extra',
  name: 'extra',
  mimeType: 'text/plain',
  read: () => ({ text: 'extra' }),
};

export function listResources({ hasExtra }: McpContext): readonly SampleResource[] {
  return [...fixedResources, ...stations, ...(hasExtra ? [extra] : [])];
}

export { stationIds };
