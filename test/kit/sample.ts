import type { SampleService } from '../service/service.ts';

/**
 * Returns the ID of an environment of the sample service, by its project and name. Throws if it doesn't
 * exist.
 */
export function findEnvironmentId({ world }: SampleService, project: string, name: string): string {
  const environment = [...world.projects.values()]
    .filter((one) => one.name === project)
    .flatMap(({ environmentIds }) => environmentIds)
    .find((id) => world.environments.get(id)?.name === name);
  if (environment === undefined) throw new Error(`There is no environment ${name} of ${project}.`);
  return environment;
}

/** Returns the ID of a project of the sample service, by its name. Throws if it doesn't exist. */
export function findProjectId({ world }: SampleService, name: string): string {
  const project = [...world.projects.values()].find((one) => one.name === name);
  if (!project) throw new Error(`There is no project ${name}.`);
  return project.id;
}

/**
 * The fault matcher for log requests of any environment (`environments.getLogs` and
 * `environments.getLatestLogs`).
 */
export const logRequests = { path: '^/v1/environments/[^/]+/(latest-)?logs' };

/** Logs texts in an environment of the sample service, with the current time. */
export function appendLogs(service: SampleService, id: string, ...contents: readonly string[]): void {
  const timestamp = new Date(service.clock.now()).toISOString();
  const entries = contents.map((content) => ({ timestamp, type: 'INFO', requestId: 'request-1', content }));
  service.logs.append(id, entries);
}
