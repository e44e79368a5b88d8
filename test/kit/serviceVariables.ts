import type { SampleService } from '../service/service.ts';
import type { Variable } from '../service/world/model.ts';
import { findEnvironmentId } from './sample.ts';

/** Returns the variables of an environment of the sample service, including the values of secrets. */
export function listServiceVariables(
  service: SampleService,
  project = 'weather-tools',
  environment = 'staging',
): readonly Variable[] {
  const id = findEnvironmentId(service, project, environment);
  return [...service.world.variables.values()].filter((one) => one.environmentId === id);
}

/** Adds a variable directly in the sample service, as another user or window would. */
export function addServiceVariable(
  service: SampleService,
  key: string,
  value: string,
  isSecret = false,
  environment = 'staging',
): void {
  const id = service.world.newId('var');
  const createdAt = new Date(service.clock.now()).toISOString();
  const targetId = findEnvironmentId(service, 'weather-tools', environment);
  service.world.variables.set(id, { id, environmentId: targetId, key, value, isSecret, createdAt });
}
