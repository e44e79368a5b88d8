import { ApiError } from '../../api/errors.ts';
import type { NewProject, Project, Projects } from '../../api/projects.ts';
import { mayHaveSucceeded, sleep } from '../../api/retry.ts';

/** IDs of the projects before the request. `undefined` if the service can't list projects. */
export type ListedProjectIds = ReadonlySet<string> | undefined;

/**
 * The outcome of a create request that was sent once. `refused`: nothing was created. `absent`: the response was lost,
 * and the service doesn't list the project. `unknown`: the response was lost, and the projects can't be compared.
 */
export type CreateProjectOutcome =
  | {
      readonly result: 'created';
      readonly project: Project;
      /** Whether the response was lost and the project was found in the list. */
      readonly wasFound: boolean;
      readonly isListed: boolean;
    }
  | { readonly result: 'refused'; readonly error: unknown }
  | { readonly result: 'absent' | 'unknown'; readonly error: unknown; readonly unclear: UnconfirmedProject };

export type CreateProjectFailure = Exclude<CreateProjectOutcome, { readonly result: 'created' }>;

/** A project whose response was lost. */
export interface UnconfirmedProject {
  readonly input: NewProject;
  readonly before: ListedProjectIds;
}

interface CreateProjectOptions {
  readonly projects: Pick<Projects, 'create' | 'list'>;
  readonly signal: AbortSignal;
  /** The project of an earlier request, which the service might have created meanwhile. */
  readonly unconfirmed?: UnconfirmedProject | undefined;
  readonly wait?: typeof sleep;
}

/** Time in ms until the second check, because the service can still be processing the request. */
const arrivalMs = 1000;

/**
 * Creates a project with one request (`projects.create`). If the outcome is uncertain, the projects are listed and
 * compared.
 */
export async function createProjectOnce(
  input: NewProject,
  options: CreateProjectOptions,
): Promise<CreateProjectOutcome> {
  const { projects, signal, unconfirmed, wait = sleep } = options;
  let before: ListedProjectIds;
  try {
    const created = unconfirmed && (await findNewProject(projects, unconfirmed, signal));
    if (created) return { result: 'created', project: created, wasFound: true, isListed: true };
    before = await listProjectIds(projects, input, signal);
  } catch (error) {
    // No request was sent. The outcome of an earlier request is still unknown.
    return unconfirmed ? { result: 'unknown', error, unclear: unconfirmed } : { result: 'refused', error };
  }
  try {
    const project = await projects.create(input, { signal });
    return { result: 'created', project, wasFound: false, isListed: before !== undefined };
  } catch (error) {
    if (!mayHaveSucceeded(error)) return { result: 'refused', error };
    return findAfterLostResponse({ input, before }, error, { projects, wait });
  }
}

/** Searches for the project without the signal, because a cancellation doesn't revoke the request. */
async function findAfterLostResponse(
  unclear: UnconfirmedProject,
  error: unknown,
  { projects, wait }: Required<Pick<CreateProjectOptions, 'projects' | 'wait'>>,
): Promise<CreateProjectOutcome> {
  if (unclear.before === undefined) return { result: 'unknown', error, unclear };
  try {
    for (const ms of [0, arrivalMs]) {
      if (ms > 0) await wait(ms, undefined);
      const project = await findNewProject(projects, unclear, undefined);
      if (project) return { result: 'created', project, wasFound: true, isListed: true };
    }
    return { result: 'absent', error, unclear };
  } catch {
    return { result: 'unknown', error, unclear };
  }
}

/** Identifies the project by a new ID instead of its date, because clocks can differ. */
async function findNewProject(
  projects: Pick<Projects, 'list'>,
  { input, before }: UnconfirmedProject,
  signal: AbortSignal | undefined,
): Promise<Project | undefined> {
  if (before === undefined) return undefined;
  const listed = await projects.list(teamQuery(input), { signal });
  return listed.find(
    ({ id, name, teamId }) =>
      !before.has(id) &&
      name.trim() === input.name.trim() &&
      [input.teamId, undefined].includes(input.teamId === undefined ? undefined : teamId),
  );
}

/** Returns `undefined` if the service can't list projects, or not for this account. */
async function listProjectIds(
  projects: Pick<Projects, 'list'>,
  input: NewProject,
  signal: AbortSignal,
): Promise<ListedProjectIds> {
  try {
    return new Set((await projects.list(teamQuery(input), { signal })).map(({ id }) => id));
  } catch (error) {
    const isClosed = error instanceof ApiError && (error.unknownPath || error.kind === 'forbidden');
    if (isClosed) return undefined;
    throw error;
  }
}

function teamQuery({ teamId }: NewProject) {
  return teamId === undefined ? {} : { teamId };
}
