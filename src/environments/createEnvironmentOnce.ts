import type { Client } from '../api/client.ts';
import type { Environment } from '../api/environmentRecord.ts';
import type { NewEnvironment } from '../api/environments.ts';
import { ApiError } from '../api/errors.ts';
import type { Project } from '../api/projects.ts';
import { mayHaveSucceeded } from '../api/retry.ts';

/**
 * What became of a request to create. `found`: its answer was lost, and the environment is there. `absent`: it was lost,
 * and there was no such environment afterwards. `unknown`: nor could that be read.
 */
export type CreateEnvironmentOutcome =
  | { readonly kind: 'created' | 'found'; readonly environment: Environment }
  | { readonly kind: 'refused' | 'absent' | 'unknown'; readonly error: ApiError };

/**
 * Creates an environment with one request at a time: while it isn't known what became of one, the next call reads the
 * project before it sends another. `known`: the ids that were there before.
 */
export function createEnvironmentOnce(
  client: Pick<Client, 'environments' | 'projects'>,
  known: ReadonlySet<string>,
) {
  /** The names that may have been created. */
  const unconfirmed = new Map<string, ApiError>();

  const findCreated = async (input: NewEnvironment, error: ApiError): Promise<CreateEnvironmentOutcome> => {
    unconfirmed.set(input.name, error);
    // Also after a cancellation, so not by its signal.
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

/** As it is now; from the list where single projects aren't answered. `undefined`: the service doesn't say. */
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

/** The branch of production, for a start. Where the project doesn't say it, its environment is asked; empty: no one says. */
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
