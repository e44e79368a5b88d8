import { createLogStore, type StoreChange } from '../store/logStore.ts';
import { createLivePolling } from './livePolling.ts';
import { pollIntervals } from './pollIntervals.ts';
import { initialState, type LogQuery, type ReadingTask } from './sessionState.ts';

/** The environment of a session. Tests replace the clock and the random numbers. */
export interface ReadingDeps {
  /** Returns the time of this machine in milliseconds. */
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  onChange(change: StoreChange): void;
  /** Called when all rows were removed, before others are loaded. */
  onReset(): void;
  onState(): void;
}

interface ReadingHooks {
  /** Reads new entries for live polling, and returns their number. */
  poll(signal: AbortSignal): Promise<number>;
  /** Whether something was read, so that polling can continue. */
  isStarted(): boolean;
  /** Whether no entries can follow. */
  isOver(): boolean;
  /** Called when the user turns on live mode and no task is running. */
  goLive(): void;
}

type SessionCoreState = typeof initialState;

/**
 * A session that reads entries into a store: one task of the user at a time, with live polling between tasks. Failures
 * become a part of the state.
 */
export function createSessionCore(deps: ReadingDeps, way: ReadingHooks) {
  const store = createLogStore(deps.now, (change) => {
    if (!isDisposed) deps.onChange(change);
  });
  let running: AbortController | undefined;
  let wantsLive = false;
  let isDisposed = false;
  let state: SessionCoreState = initialState;

  const follow = createLivePolling({
    poll: way.poll,
    sleep: deps.sleep,
    random: deps.random,
    onStatus: changed,
    onFinal: (error) => {
      wantsLive = false;
      update({ failure: { task: 'live', error } });
    },
  });

  function changed(): void {
    if (!isDisposed) deps.onState();
  }

  function update(change: Partial<SessionCoreState>): void {
    state = { ...state, ...change };
    changed();
  }

  /** Runs a task and cancels the previous one. A failure becomes a part of the state. */
  async function run(task: ReadingTask, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    const isCurrent = () => running === mine && !isDisposed;
    const isFirst = task === 'latest' || task === 'range';
    update({ task, failure: undefined, ...(isFirst && { stopped: undefined }) });
    try {
      await work(mine.signal);
    } catch (error) {
      if (!isCurrent()) return;
      if (!mine.signal.aborted) update({ failure: { task, error } });
      else if (isFirst) update({ stopped: 'cancelled' });
    }
    if (!isCurrent()) return;
    running = undefined;
    update({ task: undefined });
    if (!wantsLive || follow.isOn || way.isOver()) return;
    if (way.isStarted()) follow.start(pollIntervals.active);
    else if (state.failure) follow.startAfterFailure(state.failure.error);
  }

  return {
    store,
    follow,
    changed,
    update,
    run,
    get state() {
      return state;
    },
    /** Whether a task is running, or the session is disposed. */
    get isBusy() {
      return running !== undefined || isDisposed;
    },
    get wantsLive() {
      return wantsLive;
    },
    set wantsLive(isLive) {
      wantsLive = isLive;
    },
    /** Removes all entries, and starts with another query. */
    begin(query: LogQuery, isLive: boolean): void {
      running?.abort();
      follow.stop();
      wantsLive = isLive;
      store.clear();
      deps.onReset();
      update({ query, nothingBefore: undefined });
    },
    end(error: unknown): void {
      running?.abort();
      running = undefined;
      wantsLive = false;
      follow.stop();
      update({ task: undefined, failure: { task: 'live', error } });
    },
    cancel: () => running?.abort(),
    /** Removes the failure from the state. */
    dismiss: () => update({ failure: undefined }),
    setLive(isLive: boolean): void {
      wantsLive = isLive;
      if (!isLive) follow.stop();
      else if (!running) way.goLive();
      changed();
    },
    dispose(): void {
      isDisposed = true;
      running?.abort();
      follow.stop();
    },
  };
}
