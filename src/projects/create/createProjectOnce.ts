import { ApiError } from '../../api/errors.ts';
import type { NewProject, Project, Projects } from '../../api/projects.ts';
import { mayHaveSucceeded, sleep } from '../../api/retry.ts';

/** What was there before a project was sent. `undefined`: the service doesn't list projects. */
export type ListedProjectIds = ReadonlySet<string> | undefined;

/**
 * What became of a project that was sent. `refused`: nothing was created. `absent`: the answer was lost, and the service
 * lists no such project. `unknown`: the answer was lost, and nothing tells.
 */
export type CreateProjectOutcome =
  | {
      readonly result: 'created';
      readonly project: Project;
      /** The answer was lost; the service listed it. */
      readonly wasFound: boolean;
      readonly isListed: boolean;
    }
  | { readonly result: 'refused'; readonly error: unknown }
  | { readonly result: 'absent' | 'unknown'; readonly error: unknown; readonly unclear: UnconfirmedProject };

export type CreateProjectFailure = Exclude<CreateProjectOutcome, { readonly result: 'created' }>;

/** A project that was sent and whose answer was lost. */
export interface UnconfirmedProject {
  readonly input: NewProject;
  readonly before: ListedProjectIds;
}

interface CreateProjectOptions {
  readonly projects: Pick<Projects, 'create' | 'list'>;
  readonly signal: AbortSignal;
  /** One that was sent before: it may have come to be meanwhile. */
  readonly unconfirmed?: UnconfirmedProject | undefined;
  readonly wait?: typeof sleep;
}

/** ms. What was cut off may be at work a little longer. */
const arrivalMs = 1000;

/** Sends a project once. What isn't certain afterwards is read from the service. */
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
    // Not sent; one that was sent before is as unclear as it was.
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

/** Asks by itself: what was sent can't be taken back by cancelling. */
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

/** Told by its id, not by its date: clocks differ. */
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

/** `undefined`: the service doesn't list projects, or not for this account. */
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
