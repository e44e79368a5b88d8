import type { Deployment } from '../../src/api/deployments.ts';
import type { Environment } from '../../src/api/environmentRecord.ts';
import type { Project } from '../../src/api/projects.ts';

/** Creates an environment as the service returns it, with defaults. */
export function environment(more: Partial<Environment> = {}): Environment {
  return { id: 'e', name: 'e', domains: [], urls: [], ...more };
}

export function deployment(id = 'd', status = 'ongoing', more: Partial<Deployment> = {}): Deployment {
  return { id, status, isCurrent: false, ...more };
}

export function project(id = 'p', more: Partial<Project> = {}): Project {
  return { id, name: id, environments: [], ...more };
}
