import type { SampleService } from '../service/service.ts';
import { findEnvironmentId } from './sample.ts';

/** Returns the playground of an environment of the sample service. */
export function findServicePlayground(
  { world, ...service }: SampleService,
  project = 'weather-tools',
  name = 'production',
) {
  const playground = world.playgrounds.get(findEnvironmentId({ world, ...service }, project, name));
  if (!playground) throw new Error(`There is no playground of ${name} of ${project}.`);
  return playground;
}

/**
 * Formats the document of a playground, with the values of the sample by default. An empty description is
 * omitted.
 */
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
