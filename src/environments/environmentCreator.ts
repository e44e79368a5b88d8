import type { Client } from '../api/client.ts';
import type { Environment } from '../api/environmentRecord.ts';
import type { NewEnvironment } from '../api/environments.ts';
import { ApiError } from '../api/errors.ts';
import type { Project } from '../api/projects.ts';
import { mightHaveSucceeded } from '../api/retry.ts';
import { type SendOutcome, searchChange, sendOnce } from '../api/sendOnce.ts';

/**
 * Creates a function that creates an environment with at most one uncertain request: if the outcome of an earlier
 * request for the same name is uncertain, the function searches the project for the environment before it sends
 * another. `existingIds`: the IDs of the environments that existed before.
 */
export function createEnvironmentCreator(
  client: Pick<Client, 'environments' | 'projects'>,
  existingIds: ReadonlySet<string>,
) {
  /** The errors of uncertain requests, by the name of the environment. */
  const uncertainErrors = new Map<string, ApiError>();

  return async (input: NewEnvironment, signal: AbortSignal): Promise<SendOutcome<Environment>> => {
    const findChange = async (): Promise<Environment | undefined> => {
      const project = await readProject(client, input.projectId);
      if (!project) throw new Error('unreadable');
      return project.environments.find(({ id, name }) => name === input.name && !existingIds.has(id));
    };
    const send = async (): Promise<Environment> => {
      try {
        return await client.environments.create(input, { signal });
      } catch (error) {
        if (error instanceof ApiError && mightHaveSucceeded(error)) uncertainErrors.set(input.name, error);
        throw error;
      }
    };
    const previousError = uncertainErrors.get(input.name);
    if (previousError) {
      const outcome = await searchChange(previousError, { findChange });
      if (outcome.kind !== 'notFound') return outcome;
    }
    const outcome = await sendOnce({ send, findChange });
    if (outcome.kind === 'done') uncertainErrors.delete(input.name);
    return outcome;
  };
}

/**
 * Reads a project. Uses the list of projects if the service can't return a single project. Returns `undefined` if the
 * service supports neither, or if the list doesn't contain the project.
 */
export async function readProject(
  { projects }: Pick<Client, 'projects'>,
  projectId: string,
  signal?: AbortSignal,
): Promise<Project | undefined> {
  try {
    return await projects.get(projectId, { signal });
  } catch (error) {
    if (!(error instanceof ApiError && error.isUnsupportedOperation)) throw error;
  }
  try {
    return (await projects.list({}, { signal })).find(({ id }) => id === projectId);
  } catch (error) {
    if (error instanceof ApiError && error.isUnsupportedOperation) return undefined;
    throw error;
  }
}

/** Returns the branch of the production environment as a suggestion, or an empty string if it's unknown. */
export async function readProductionBranch(
  { environments }: Pick<Client, 'environments'>,
  { productionEnvironment }: Project,
  signal: AbortSignal,
): Promise<string> {
  if (!productionEnvironment) return '';
  const { id, sourceBranch } = productionEnvironment;
  if (sourceBranch !== undefined) return sourceBranch;
  const environment = await environments.get(id, { signal }).catch(() => undefined);
  return environment?.sourceBranch ?? '';
}
