import type * as vscode from 'vscode';
import { getField } from '../fields.ts';
import type { Poller } from './poller.ts';

/** For so long, in ms, something is followed before its end is no longer waited for. */
export const maxTrackingMs = 30 * 60_000;

/**
 * Why its end isn't waited for any more. `late`: it didn't end in time; `gone`: the service has it no more; `refused`:
 * this account may not read it; `untold`: this service doesn't tell.
 */
export type TrackingFailure = 'late' | 'gone' | 'refused' | 'untold';

/** `over`: the service says so. */
export type TrackingEnd = 'over' | TrackingFailure;

/** What is followed: things `T` of the service. `P`: what is kept of one that was started in this window. */
interface CompletionTrackerOptions<T, P> {
  readonly poller: Pick<Poller, 'add'>;
  /** Names its tasks. */
  readonly name: string;
  readonly firstDelayMs: number;
  /** Of the workspace: after a restart the same window tells an end, and no other one does. */
  readonly state: vscode.Memento;
  readonly stateKey: string;
  /** The service. What was started at another one is known when it is chosen again. */
  readonly baseUrl: () => string | undefined;
  readonly getId: (one: P) => string;
  /** ms since 1970: the limit counts while the editor is closed, too. */
  readonly now: () => number;
  /** When it is late, in ms since 1970; `Infinity`: never. */
  readonly getDeadline: (id: string) => number;
  /** Someone else waits for its end, so that it is followed while no one looks, too. */
  readonly isAwaited?: (id: string) => boolean;
  /** There is nothing more to ask for. */
  readonly isDone?: (id: string) => boolean;
  /** One request. */
  readonly read: (id: string, signal: AbortSignal) => Promise<T>;
  readonly isOver: (thing: T) => boolean;
  readonly isRefusal: (error: unknown, id: string) => boolean;
  /** It was asked for. `true`: there is nothing more to find out. */
  readonly onDidRead: (id: string, end: TrackingEnd | undefined, thing: T | undefined) => Promise<boolean>;
  readonly notify: (one: P, end: TrackingEnd, thing: T | undefined) => void;
}

/** Follows things of the service to their end, and tells it once where it was started here. */
export interface CompletionTracker<P> {
  track(id: string): void;
  /** Its end is told in this window. */
  start(one: P): Promise<void>;
  /** Those whose end is still to be told. */
  pending(): readonly P[];
  get(id: string): P | undefined;
  remove(id: string): Promise<void>;
  /** Asks once. `true`: there is nothing more to find out; rejects with what may pass. */
  check(id: string, signal: AbortSignal): Promise<boolean>;
}

export function createCompletionTracker<T, P>(deps: CompletionTrackerOptions<T, P>): CompletionTracker<P> {
  const { poller, state, name, firstDelayMs, getId } = deps;
  const key = (): string => `${deps.stateKey} ${deps.baseUrl() ?? ''}`;
  const pending = (): readonly P[] => state.get<readonly P[]>(key(), []);
  const get = (id: string): P | undefined => pending().find((one) => getId(one) === id);

  async function forget(id: string, ...replacements: readonly P[]): Promise<void> {
    const all = [...pending().filter((one) => getId(one) !== id), ...replacements];
    await state.update(key(), all.length > 0 ? all : undefined);
  }

  async function settle(id: string, end: TrackingEnd = 'over', thing?: T): Promise<void> {
    const one = get(id);
    if (one === undefined) return;
    await forget(id);
    deps.notify(one, end, thing);
  }

  async function ask(id: string, signal: AbortSignal): Promise<boolean> {
    if (deps.isDone?.(id)) {
      await settle(id);
      return true;
    }
    let thing: T | undefined;
    let end: TrackingEnd | undefined;
    let failure: { readonly error: unknown } | undefined;
    try {
      thing = await deps.read(id, signal);
      if (deps.isOver(thing)) end = 'over';
    } catch (error) {
      failure = { error };
      end = deps.isRefusal(error, id) ? 'refused' : classifyAbsence(error);
    }
    if (signal.aborted) return true;
    if (deps.now() >= deps.getDeadline(id)) end ??= 'late';
    // It may pass.
    if (failure && end === undefined) throw failure.error;
    const isDone = await deps.onDidRead(id, end, thing);
    if (isDone || end !== undefined) await settle(id, end, thing);
    if (failure && !isDone) throw failure.error;
    return isDone;
  }

  function follow(id: string): void {
    poller.add({
      key: `${name} ${id}`,
      firstDelayMs,
      maxDelayMs: 10_000,
      isAwaited: () => get(id) !== undefined || deps.isAwaited?.(id) === true,
      run: (signal) => ask(id, signal),
    });
  }

  async function start(one: P): Promise<void> {
    await forget(getId(one), one);
    follow(getId(one));
  }

  return { track: follow, start, pending, get, remove: forget, check: ask };
}

function classifyAbsence(error: unknown): TrackingEnd | undefined {
  if (getField(error, 'kind') !== 'notFound') return undefined;
  return getField(error, 'unknownPath') === true ? 'untold' : 'gone';
}
