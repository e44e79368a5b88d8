import { formatTime } from './clock.ts';
import type { Environment, Project, World } from './model.ts';
import { noLogs } from './plan.ts';

/** Adds an environment to a project. With `isProduction`, it becomes production if the project has none. */
export function createEnvironment(
  world: World,
  project: Project,
  { name, sourceBranch, isProduction }: { name: string; sourceBranch: string | null; isProduction?: boolean },
): Environment {
  const id = world.newId('env');
  const environment: Environment = {
    id,
    projectId: project.id,
    name,
    sourceBranch,
    mcpServerUrl: `https://${id.toLowerCase().replace('_', '-')}.mcp.example.com/mcp`,
    domains: [],
    createdAt: formatTime(world.clock.now()),
    logProfile: noLogs,
    deploymentIds: [],
    intentIds: new Set(),
  };
  world.environments.set(id, environment);
  project.environmentIds.push(id);
  if (isProduction) project.productionId = id;
  return environment;
}

/** Removes an environment and all its records. */
export function removeEnvironment(world: World, { id, projectId, deploymentIds }: Environment): void {
  world.environments.delete(id);
  world.telemetry.delete(id);
  world.playgrounds.delete(id);
  world.logs.delete(id);
  for (const deploymentId of deploymentIds) world.deployments.delete(deploymentId);
  for (const records of [world.variables, world.categories]) {
    for (const record of records.values()) if (record.environmentId === id) records.delete(record.id);
  }
  const ids = world.projects.get(projectId)?.environmentIds;
  ids?.splice(ids.indexOf(id), 1);
}
