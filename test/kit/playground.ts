import type { SampleService } from '../service/service.ts';
import { environmentId } from './sample.ts';

/** What the service has for the playground of an environment. */
export function held({ world, ...service }: SampleService, of = 'weather-tools', name = 'production') {
  const found = world.playgrounds.get(environmentId({ world, ...service }, of, name));
  if (!found) throw new Error(`There is no playground of ${name} of ${of}.`);
  return found;
}

/** What a document says; what isn't given is as the sample has it, an empty description left out. */
export function document({
  isPlaygroundEnabled = true,
  name = 'Weather tools',
  description = 'Forecasts and alerts for cities.',
  prompts = [],
  headers = [],
}: {
  isPlaygroundEnabled?: boolean;
  name?: string;
  description?: string;
  prompts?: readonly string[];
  headers?: readonly object[];
}): string {
  const examplePrompts = prompts.map((prompt, index) => ({ title: `Prompt ${index + 1}`, prompt }));
  return JSON.stringify({
    ...{ isPlaygroundEnabled, name, headers, examplePrompts },
    ...(description !== '' && { description }),
  });
}
