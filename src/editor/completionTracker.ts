import type * as vscode from 'vscode';
import { getField } from '../fields.ts';
import type { Poller } from './poller.ts';

/** The time after which the end of a task is no longer awaited. */
export const maxTrackingMs = 30 * 60_000;

/**
 * Why the end of a task is no longer awaited. `late`: the task didn't end within the time limit. `gone`: the service no
 * longer has the task. `refused`: the account can't read the task. `untold`: the service doesn't support reading tasks.
 * The values are saved in the history of audits, so they can't be renamed.
 */
export type TrackingFailure = 'late' | 'gone' | 'refused' | 'untold';

/** How the tracking of a task ended. `over`: the service reported the end. */
export type TrackingEnd = 'over' | TrackingFailure;

/**
 * The functions for a kind of tasks, such as audits. `T` is a task of the service. `P` is the saved data of a task that
 * was started in this window.
 */
interface CompletionTrackerOptions<T, P> {
  readonly poller: Pick<Poller, 'add'>;
  /** The prefix of the keys of poller tasks. */
  readonly name: string;
  readonly firstDelayMs: number;
  /** The state of the workspace. After a restart, only the window with the same workspace reports the end. */
  readonly state: vscode.Memento;
  readonly stateKey: string;
  /** Returns the base URL of the current service. Tasks of other services are kept until their service is selected. */
  readonly baseUrl: () => string | undefined;
  readonly getId: (saved: P) => string;
  /**
   * Returns the current time in milliseconds since the epoch. The time limit includes the time while the editor is
   * closed.
   */
  readonly now: () => number;
  /** Returns the time limit of a task in milliseconds since the epoch, or `Infinity`. */
  readonly getDeadline: (id: string) => number;
  /** Whether other code awaits the end of the task, so that the task is tracked even if nothing is visible. */
  readonly isAwaited?: (id: string) => boolean;
  /** Whether the end of the task is already known, or the task must not be tracked. */
  readonly isDone?: (id: string) => boolean;
  /** Reads the task with one request. */
  readonly read: (id: string, signal: AbortSignal) => Promise<T>;
  readonly hasEnded: (task: T) => boolean;
  /** Whether an error means that the account can't read the task. */
  readonly isAccessDenied: (error: unknown, id: string) => boolean;
  /** Called after each request. Returns `true` if no further request is needed. */
  readonly onDidRead: (id: string, end: TrackingEnd | undefined, task: T | undefined) => Promise<boolean>;
  /** Called when tracking ends for a task that was started in this window. */
  readonly notify: (saved: P, end: TrackingEnd, task: T | undefined) => void;
}

/** Reads tasks of the service until they end. Reports the end of each task that was started in this window once. */
export interface CompletionTracker<P> {
  track(id: string): void;
  /** Saves and tracks a task that was started in this window. */
  start(saved: P): Promise<void>;
  /** Returns the tasks of this window whose end hasn't been reported yet. */
  listPending(): readonly P[];
  get(id: string): P | undefined;
  remove(id: string): Promise<void>;
  /** Sends one request. Returns `true` if no further request is needed. Rejects with errors that might be temporary. */
  check(id: string, signal: AbortSignal): Promise<boolean>;
}

export function createCompletionTracker<T, P>(options: CompletionTrackerOptions<T, P>): CompletionTracker<P> {
  const { poller, state, name, firstDelayMs, getId } = options;
  const key = (): string => `${options.stateKey} ${options.baseUrl() ?? ''}`;
  const listPending = (): readonly P[] => state.get<readonly P[]>(key(), []);
  const get = (id: string): P | undefined => listPending().find((saved) => getId(saved) === id);

  async function remove(id: string, ...replacements: readonly P[]): Promise<void> {
    const all = [...listPending().filter((saved) => getId(saved) !== id), ...replacements];
    await state.update(key(), all.length > 0 ? all : undefined);
  }

  async function settle(id: string, end: TrackingEnd = 'over', task?: T): Promise<void> {
    const saved = get(id);
    if (saved === undefined) return;
    await remove(id);
    options.notify(saved, end, task);
  }

  async function check(id: string, signal: AbortSignal): Promise<boolean> {
    if (options.isDone?.(id)) {
      await settle(id);
      return true;
    }
    let task: T | undefined;
    let end: TrackingEnd | undefined;
    let failure: { readonly error: unknown } | undefined;
    try {
      task = await options.read(id, signal);
      if (options.hasEnded(task)) end = 'over';
    } catch (error) {
      failure = { error };
      end = options.isAccessDenied(error, id) ? 'refused' : classifyAbsence(error);
    }
    if (signal.aborted) return true;
    if (options.now() >= options.getDeadline(id)) end ??= 'late';
    // The error might be temporary.
    if (failure && end === undefined) throw failure.error;
    const isDone = await options.onDidRead(id, end, task);
    if (isDone || end !== undefined) await settle(id, end, task);
    if (failure && !isDone) throw failure.error;
    return isDone;
  }

  function track(id: string): void {
    poller.add({
      key: `${name} ${id}`,
      firstDelayMs,
      maxDelayMs: 10_000,
      isAwaited: () => get(id) !== undefined || options.isAwaited?.(id) === true,
      run: (signal) => check(id, signal),
    });
  }

  async function start(saved: P): Promise<void> {
    await remove(getId(saved), saved);
    track(getId(saved));
  }

  return { track, start, listPending, get, remove, check };
}

function classifyAbsence(error: unknown): TrackingEnd | undefined {
  if (getField(error, 'kind') !== 'notFound') return undefined;
  return getField(error, 'isUnsupportedOperation') === true ? 'untold' : 'gone';
}
