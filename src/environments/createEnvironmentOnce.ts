import type { Client } from '../api/client.ts';
import type { Environment } from '../api/environmentRecord.ts';
import type { NewEnvironment } from '../api/environments.ts';
import { ApiError } from '../api/errors.ts';
import type { Project } from '../api/projects.ts';
import { mayHaveSucceeded } from '../api/retry.ts';

/**
 * The outcome of a creation. `found`: the response was lost, but the environment exists. `absent`: the response was
 * lost, and the environment doesn't exist yet. `unknown`: the response was lost, and the project can't be read.
 */
export type CreateEnvironmentOutcome =
  | { readonly kind: 'created' | 'found'; readonly environment: Environment }
  | { readonly kind: 'refused' | 'absent' | 'unknown'; readonly error: ApiError };

/**
 * Creates a function that creates an environment with at most one unconfirmed request: if the outcome of an earlier
 * request is uncertain, it reads the project before it sends another. `known`: the IDs that existed before.
 */
export function createEnvironmentOnce(
  client: Pick<Client, 'environments' | 'projects'>,
  known: ReadonlySet<string>,
) {
  /** The errors of uncertain requests, by name. */
  const unconfirmed = new Map<string, ApiError>();

  const findCreated = async (input: NewEnvironment, error: ApiError): Promise<CreateEnvironmentOutcome> => {
    unconfirmed.set(input.name, error);
    // The signal might be aborted already.
    const project = await readProject(client, input.projectId).catch(() => undefined);
    if (!project) return { kind: 'unknown', error };
    const environment = project.environments.find(({ id, name }) => name === input.name && !known.has(id));
    return environment ? { kind: 'found', environment } : { kind: 'absent', error };
  };

  return async (input: NewEnvironment, signal: AbortSignal): Promise<CreateEnvironmentOutcome> => {
    const before = unconfirmed.get(input.name);
    if (before) {
      const outcome = await findCreated(input, before);
      if (outcome.kind !== 'absent') return outcome;
    }
    try {
      const environment = await client.environments.create(input, { signal });
      unconfirmed.delete(input.name);
      return { kind: 'created', environment };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return mayHaveSucceeded(error) ? findCreated(input, error) : { kind: 'refused', error };
    }
  };
}

/**
 * Reads a project. Uses the list of projects if the service can't return a single one. `undefined`: the service
 * supports neither.
 */
export async function readProject(
  { projects }: Pick<Client, 'projects'>,
  projectId: string,
  signal?: AbortSignal,
): Promise<Project | undefined> {
  try {
    return await projects.get(projectId, { signal });
  } catch (error) {
    if (!(error instanceof ApiError && error.unknownPath)) throw error;
  }
  try {
    return (await projects.list({}, { signal })).find(({ id }) => id === projectId);
  } catch (error) {
    if (error instanceof ApiError && error.unknownPath) return undefined;
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
  const whole = await environments.get(id, { signal }).catch(() => undefined);
  return whole?.sourceBranch ?? '';
}
