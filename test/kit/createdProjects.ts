import type { SampleService } from '../service/service.ts';

/** The requests that create a project, for faults. */
export const posts = { method: 'POST', path: '/v1/projects' };

/** What the service has under this name. */
export function created({ world }: SampleService, name: string) {
  return [...world.projects.values()].filter((project) => project.name === name);
}

/** How often a project was sent. */
export function sent({ requests }: SampleService): number {
  return requests.list().filter(({ method, path }) => method === posts.method && path === posts.path).length;
}
