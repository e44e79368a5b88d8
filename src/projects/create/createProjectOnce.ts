import { ApiError } from '../../api/errors.ts';
import type { NewProject, Project, Projects } from '../../api/projects.ts';
import { inFlightMs, sendOnce } from '../../api/sendOnce.ts';
import { sleep } from '../../api/sleep.ts';

/** IDs of the projects before the request. `undefined` if the service can't list projects, or not for this account. */
type ListedProjectIds = ReadonlySet<string> | undefined;

/**
 * The outcome of a create request that was sent once. `notCreated`: the service rejected the request or never received
 * it. `notFound`: the response was lost, and the service doesn't list the project. `unknown`: the response was lost,
 * and the projects can't be compared.
 */
export type CreateProjectOutcome =
  | {
      readonly result: 'created';
      readonly project: Project;
      /** Whether the response was lost and the project was found in the list. */
      readonly wasFound: boolean;
      /** Whether the service can list projects, so that the project doesn't have to be stored in the user's list. */
      readonly isListed: boolean;
    }
  | { readonly result: 'notCreated'; readonly error: unknown }
  | {
      readonly result: 'notFound' | 'unknown';
      readonly error: unknown;
      readonly unconfirmed: UnconfirmedProject;
    };

export type CreateProjectFailure = Exclude<CreateProjectOutcome, { readonly result: 'created' }>;

/** A project that might have been created, because the response was lost. */
export interface UnconfirmedProject {
  readonly input: NewProject;
  readonly idsBefore: ListedProjectIds;
}

interface CreateProjectOptions {
  readonly projects: Pick<Projects, 'create' | 'list'>;
  readonly signal: AbortSignal;
  /** The project of an earlier request, which the service might have created in the meantime. */
  readonly unconfirmed?: UnconfirmedProject | undefined;
  readonly sleep?: typeof sleep;
}

/**
 * Creates a project with one request (`projects.create`). If the outcome is uncertain, the projects are listed and
 * compared.
 */
export async function createProjectOnce(
  input: NewProject,
  options: CreateProjectOptions,
): Promise<CreateProjectOutcome> {
  const { projects, signal, unconfirmed, sleep: wait = sleep } = options;
  let idsBefore: ListedProjectIds;
  try {
    const foundProject = unconfirmed && (await findNewProject(projects, unconfirmed, signal));
    if (foundProject) return { result: 'created', project: foundProject, wasFound: true, isListed: true };
    idsBefore = await listProjectIds(projects, input, signal);
  } catch (error) {
    // No request was sent. The outcome of an earlier request is still unknown.
    return unconfirmed ? { result: 'unknown', error, unconfirmed } : { result: 'notCreated', error };
  }
  const sentProject: UnconfirmedProject = { input, idsBefore };
  const outcome = await sendOnce({
    send: () => projects.create(input, { signal }),
    // Without the signal, because a cancellation doesn't revoke the request.
    findChange: idsBefore && (() => findNewProject(projects, sentProject, undefined)),
    delaysMs: [0, inFlightMs],
    sleep: wait,
  }).catch((error: unknown) => ({ kind: 'notDone' as const, error }));
  switch (outcome.kind) {
    case 'done':
      return {
        result: 'created',
        project: outcome.value,
        wasFound: false,
        isListed: idsBefore !== undefined,
      };
    case 'found':
      return { result: 'created', project: outcome.value, wasFound: true, isListed: true };
    case 'notDone':
      return { result: 'notCreated', error: outcome.error };
    default:
      return { result: outcome.kind, error: outcome.error, unconfirmed: sentProject };
  }
}

/**
 * Returns the project that was created since `idsBefore`, or `undefined`. Compares IDs instead of dates, because clocks
 * can differ.
 */
async function findNewProject(
  projects: Pick<Projects, 'list'>,
  { input, idsBefore }: UnconfirmedProject,
  signal: AbortSignal | undefined,
): Promise<Project | undefined> {
  if (idsBefore === undefined) return undefined;
  const listedProjects = await projects.list(createListQuery(input), { signal });
  return listedProjects.find(
    ({ id, name, teamId }) =>
      !idsBefore.has(id) &&
      name.trim() === input.name.trim() &&
      (input.teamId === undefined || teamId === undefined || teamId === input.teamId),
  );
}

/** Returns `undefined` if the service can't list projects, or not for this account. */
async function listProjectIds(
  projects: Pick<Projects, 'list'>,
  input: NewProject,
  signal: AbortSignal,
): Promise<ListedProjectIds> {
  try {
    return new Set((await projects.list(createListQuery(input), { signal })).map(({ id }) => id));
  } catch (error) {
    const cannotList =
      error instanceof ApiError && (error.isUnsupportedOperation || error.kind === 'forbidden');
    if (cannotList) return undefined;
    throw error;
  }
}

function createListQuery({ teamId }: NewProject) {
  return teamId === undefined ? {} : { teamId };
}
