import type { SampleService } from '../service/service.ts';

/** The fault matcher for requests that create a project. */
export const projectCreation = { method: 'POST', path: '/v1/projects' };

/** Returns the projects of the sample service with a name. */
export function findProjects({ world }: SampleService, name: string) {
  return [...world.projects.values()].filter((project) => project.name === name);
}

/** Returns the number of requests that created a project. */
export function countProjectCreations({ requests }: SampleService): number {
  return requests
    .list()
    .filter(({ method, path }) => method === projectCreation.method && path === projectCreation.path).length;
}
