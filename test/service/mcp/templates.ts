import { UriTemplate } from '@modelcontextprotocol/sdk/shared/uriTemplate.js';
import type { ResourceTemplate } from '@modelcontextprotocol/sdk/types.js';
import type { CompleteArgument } from './completions.ts';
import { cities, forecast } from './forecast.ts';
import { stationIds } from './resources.ts';

/** A resource template, the completions of its variables, and its contents. */
interface SampleTemplate extends ResourceTemplate {
  readonly complete: Readonly<Record<string, CompleteArgument>>;
  readonly read: (seed: number, variables: Readonly<Record<string, string>>) => string | undefined;
}

const days = ['today', 'tomorrow', 'weekend'];
const isCity = (name: string | undefined): name is string => cities.some((city) => city === name);

export const templates: readonly SampleTemplate[] = [
  {
    uriTemplate: 'weather://forecast/{city}',
    name: 'forecast',
    title: 'Forecast of a City',
    description: 'The forecast for a city.',
    mimeType: 'text/plain',
    complete: { city: () => cities },
    read: (seed, { city }) => (isCity(city) ? forecast(seed, city) : undefined),
  },
  {
    uriTemplate: 'weather://forecast/{city}/{day}',
    name: 'forecast of a day',
    mimeType: 'text/plain',
    complete: { city: () => cities, day: ({ city }) => (city === undefined || isCity(city) ? days : []) },
    read: (seed, { city, day = '' }) =>
      isCity(city) && days.includes(day) ? forecast(seed, city, day) : undefined,
  },
  {
    uriTemplate: 'weather://stations/{station}',
    name: 'station',
    description: 'What a station measures. All of them are listed, too.',
    mimeType: 'text/plain',
    complete: { station: () => stationIds },
    read: () => undefined,
  },
];

/** Returns the contents at a URI, from the first matching template. */
export function readTemplate(seed: number, uri: string): { text: string; mimeType?: string } | undefined {
  for (const { uriTemplate, mimeType, read } of templates) {
    const variables = new UriTemplate(uriTemplate).match(uri);
    const text = variables ? read(seed, decodeVariables(variables)) : undefined;
    if (text !== undefined) return { text, ...(mimeType !== undefined && { mimeType }) };
  }
  return undefined;
}

function decodeVariables(variables: Readonly<Record<string, string | string[]>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, decodeURIComponent(String(value))]),
  );
}
