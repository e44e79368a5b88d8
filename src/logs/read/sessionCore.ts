import { createLogStore, type StoreChange } from '../store/logStore.ts';
import { createLivePolling } from './livePolling.ts';
import { pollIntervals } from './pollIntervals.ts';
import { initialState, type LogQuery, type ReadingTask } from './sessionState.ts';

/** What any session works with; time and chance are given to it. */
export interface ReadingDeps {
  /** This machine's time in milliseconds. */
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  onChange(change: StoreChange): void;
  /** All rows are gone; others will follow. */
  onReset(): void;
  onState(): void;
}

/** How a session reads. */
interface ReadingHooks {
  /** What is new, for the poller: says how many entries. */
  poll(signal: AbortSignal): Promise<number>;
  /** Something was read that a poll can go on from. */
  isStarted(): boolean;
  /** Nothing will ever come any more. */
  isOver(): boolean;
  /** Someone wants to follow, and nothing is being read. */
  goLive(): void;
}

/** What all sessions say. */
type SessionCoreState = typeof initialState;

/**
 * The readings of one session into its store: one that a user waits for at a time, and the poller between them. Whatever
 * becomes of a reading is state.
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

  /** Runs one reading; whatever ran before is given up. Its failure becomes state. */
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
    /** A reading that a user waits for is under way, or nothing is read any more. */
    get isBusy() {
      return running !== undefined || isDisposed;
    },
    get wantsLive() {
      return wantsLive;
    },
    set wantsLive(isLive) {
      wantsLive = isLive;
    },
    /** Another query: nothing of what was read before stays. */
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
    /** The failure was read; forgets it. */
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
