import type { SampleService } from '../service/service.ts';

/** The id of an environment of the sample service, by the names on its rows. */
export function findEnvironmentId({ world }: SampleService, project: string, name: string): string {
  const found = [...world.projects.values()]
    .filter((one) => one.name === project)
    .flatMap(({ environmentIds }) => environmentIds)
    .find((id) => world.environments.get(id)?.name === name);
  if (found === undefined) throw new Error(`There is no environment ${name} of ${project}.`);
  return found;
}

/** The id of a project of the sample service, by its name. */
export function findProjectId({ world }: SampleService, name: string): string {
  const found = [...world.projects.values()].find((one) => one.name === name);
  if (!found) throw new Error(`There is no project ${name}.`);
  return found.id;
}

/** For faults: the requests for the logs of any environment (E7, E8). */
export const logRequests = { path: '^/v1/environments/[^/]+/(latest-)?logs' };

/** Logs these texts now, as that environment would. */
export function appendLogs(service: SampleService, id: string, ...contents: readonly string[]): void {
  const timestamp = new Date(service.clock.now()).toISOString();
  const entries = contents.map((content) => ({ timestamp, type: 'INFO', requestId: 'request-1', content }));
  service.logs.append(id, entries);
}
