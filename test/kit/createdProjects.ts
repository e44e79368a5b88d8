import type { SampleService } from '../service/service.ts';

/** The requests that create a project, for faults. */
export const projectCreation = { method: 'POST', path: '/v1/projects' };

/** What the service has under this name. */
export function findProjects({ world }: SampleService, name: string) {
  return [...world.projects.values()].filter((project) => project.name === name);
}

/** How often a project was sent. */
export function countProjectCreations({ requests }: SampleService): number {
  return requests
    .list()
    .filter(({ method, path }) => method === projectCreation.method && path === projectCreation.path).length;
}
