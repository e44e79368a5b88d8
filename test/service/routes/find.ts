import { notFound } from '../serviceError.ts';
import type { Deployment, Environment, IntentCategory, Project, Variable, World } from '../world/model.ts';

/** Creates a function that finds a record by its ID, or throws the service's 404 with a code. */
function createFinder<T>(kind: string, records: (world: World) => ReadonlyMap<string, T>) {
  return (world: World, id: string): T => {
    const record = records(world).get(id);
    if (!record) throw notFound(kind);
    return record;
  };
}

export const findProject = createFinder<Project>('Project', (world) => world.projects);
export const findEnvironment = createFinder<Environment>('Environment', (world) => world.environments);
export const findVariable = createFinder<Variable>('Environment variable', (world) => world.variables);
export const findDeployment = createFinder<Deployment>('Deployment', (world) => world.deployments);
export const findAudit = createFinder('Audit', (world) => world.audits);

/** Finds a category of an environment. Throws a 404 for one of another environment. */
export function findCategory(world: World, environmentId: string, categoryId: string): IntentCategory {
  const category = world.categories.get(categoryId);
  if (category?.environmentId !== environmentId) throw notFound('Intent category');
  return category;
}
