import type { Client } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import type { Project } from '../api/projects.ts';
import type { Node } from '../explorer/node.ts';
import { omitUndefined } from '../fields.ts';
import { toCreatedProjectNode, toDeletedProjectNode } from './nodes.ts';

/** Loads the rows of created projects, with the current state of their environments. */
export function loadCreatedProjectRows(
  client: Client,
  projects: readonly Project[],
  signal: AbortSignal,
): Promise<readonly Node[]> {
  return Promise.all(projects.map((project) => loadCreatedProjectRow(client, project, signal)));
}

async function loadCreatedProjectRow(client: Client, project: Project, signal: AbortSignal): Promise<Node> {
  const { environments, productionEnvironment } = project;
  const allEnvironments =
    productionEnvironment && !environments.some(({ id }) => id === productionEnvironment.id)
      ? [productionEnvironment, ...environments]
      : environments;
  const currentEnvironments = await Promise.all(
    allEnvironments.map((one) => loadCurrentEnvironment(client, one, signal)),
  );
  const existingEnvironments = currentEnvironments.filter((one) => one !== 'gone');
  // If none of its environments exist any longer, the project was deleted.
  if (allEnvironments.length > 0 && existingEnvironments.length === 0) return toDeletedProjectNode(project);
  const production = existingEnvironments.find(({ id }) => id === productionEnvironment?.id);
  const { productionEnvironment: _, ...others } = project;
  return toCreatedProjectNode({
    ...others,
    environments: existingEnvironments,
    ...omitUndefined({ productionEnvironment: production }),
  });
}

/**
 * Reads an environment (`environments.get`). Returns `gone` if it was deleted, or the stored one if the service can't
 * return it.
 */
async function loadCurrentEnvironment(
  client: Client,
  storedEnvironment: Project['environments'][number],
  signal: AbortSignal,
): Promise<Project['environments'][number] | 'gone'> {
  try {
    return await client.environments.get(storedEnvironment.id, { signal });
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind === 'unauthorized') throw error;
    return error.kind === 'notFound' && !error.isUnsupportedOperation ? 'gone' : storedEnvironment;
  }
}
