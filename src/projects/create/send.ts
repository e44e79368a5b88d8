import { ApiError } from '../../api/errors.ts';
import type { NewProject, Project, Projects } from '../../api/projects.ts';
import { mayHaveSucceeded, sleep } from '../../api/retry.ts';

/** What was there before a project was sent. `undefined`: the service doesn't list projects. */
export type Before = ReadonlySet<string> | undefined;

/**
 * What became of a project that was sent. `refused`: nothing was created. `absent`: the answer was lost, and the service
 * lists no such project. `unknown`: the answer was lost, and nothing tells.
 */
export type Sent =
  | {
      readonly result: 'created';
      readonly project: Project;
      /** The answer was lost; the service listed it. */
      readonly wasFound: boolean;
      readonly isListed: boolean;
    }
  | { readonly result: 'refused'; readonly error: unknown }
  | { readonly result: 'absent' | 'unknown'; readonly error: unknown; readonly unclear: Unclear };

export type Failed = Exclude<Sent, { readonly result: 'created' }>;

/** A project that was sent and whose answer was lost. */
export interface Unclear {
  readonly input: NewProject;
  readonly before: Before;
}

interface SendOptions {
  readonly projects: Pick<Projects, 'create' | 'list'>;
  readonly signal: AbortSignal;
  /** One that was sent before: it may have come to be meanwhile. */
  readonly unclear?: Unclear | undefined;
  readonly wait?: typeof sleep;
}

/** ms. What was cut off may be at work a little longer. */
const arrivalMs = 1000;

/** Sends a project once. What isn't certain afterwards is read from the service. */
export async function sendOnce(input: NewProject, options: SendOptions): Promise<Sent> {
  const { projects, signal, unclear, wait = sleep } = options;
  let before: Before;
  try {
    const arrived = unclear && (await newOne(projects, unclear, signal));
    if (arrived) return { result: 'created', project: arrived, wasFound: true, isListed: true };
    before = await idsOf(projects, input, signal);
  } catch (error) {
    // Not sent; one that was sent before is as unclear as it was.
    return unclear ? { result: 'unknown', error, unclear } : { result: 'refused', error };
  }
  try {
    const project = await projects.create(input, { signal });
    return { result: 'created', project, wasFound: false, isListed: before !== undefined };
  } catch (error) {
    if (!mayHaveSucceeded(error)) return { result: 'refused', error };
    return find({ input, before }, error, { projects, wait });
  }
}

/** Asks by itself: what was sent can't be taken back by cancelling. */
async function find(
  unclear: Unclear,
  error: unknown,
  { projects, wait }: Required<Pick<SendOptions, 'projects' | 'wait'>>,
): Promise<Sent> {
  if (unclear.before === undefined) return { result: 'unknown', error, unclear };
  try {
    for (const ms of [0, arrivalMs]) {
      if (ms > 0) await wait(ms, undefined);
      const project = await newOne(projects, unclear, undefined);
      if (project) return { result: 'created', project, wasFound: true, isListed: true };
    }
    return { result: 'absent', error, unclear };
  } catch {
    return { result: 'unknown', error, unclear };
  }
}

/** Told by its id, not by its date: clocks differ. */
async function newOne(
  projects: Pick<Projects, 'list'>,
  { input, before }: Unclear,
  signal: AbortSignal | undefined,
): Promise<Project | undefined> {
  if (before === undefined) return undefined;
  const listed = await projects.list(queryOf(input), { signal });
  return listed.find(
    ({ id, name, teamId }) =>
      !before.has(id) &&
      name.trim() === input.name.trim() &&
      [input.teamId, undefined].includes(input.teamId === undefined ? undefined : teamId),
  );
}

/** `undefined`: the service doesn't list projects, or not for this account. */
async function idsOf(
  projects: Pick<Projects, 'list'>,
  input: NewProject,
  signal: AbortSignal,
): Promise<Before> {
  try {
    return new Set((await projects.list(queryOf(input), { signal })).map(({ id }) => id));
  } catch (error) {
    const isClosed = error instanceof ApiError && (error.unknownPath || error.kind === 'forbidden');
    if (isClosed) return undefined;
    throw error;
  }
}

function queryOf({ teamId }: NewProject) {
  return teamId === undefined ? {} : { teamId };
}
