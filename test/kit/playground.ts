import type { SampleService } from '../service/service.ts';
import { findEnvironmentId } from './sample.ts';

/** What the service has for the playground of an environment. */
export function findServicePlayground(
  { world, ...service }: SampleService,
  project = 'weather-tools',
  name = 'production',
) {
  const playground = world.playgrounds.get(findEnvironmentId({ world, ...service }, project, name));
  if (!playground) throw new Error(`There is no playground of ${name} of ${project}.`);
  return playground;
}

/** What a document says; what isn't given is as the sample has it, an empty description left out. */
export function formatPlaygroundDocument({
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
    isPlaygroundEnabled,
    name,
    headers,
    examplePrompts,
    ...(description !== '' && { description }),
  });
}
