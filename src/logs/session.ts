import type { LogEntry } from '../api/logEntries.ts';
import { createServiceClock } from './clock.ts';
import { createFollow } from './follow.ts';
import { createLanes, lateness } from './lanes.ts';
import { readLeaves } from './leaves.ts';
import { firstWindow, loadOlder } from './older.ts';
import { pace } from './pace.ts';
import type { Query, SessionState, Task } from './sessionState.ts';
import { type LogSource, latestCount } from './source.ts';
import { gapLevel } from './store/columns.ts';
import type { Tie } from './store/place.ts';
import { type Change, createStore, type LogStore } from './store/store.ts';
import { resolve, type TimeRange } from './timeRange.ts';

/** What a session works with; time and chance are given to it. */
export interface SessionDeps {
  readonly source: LogSource;
  /** This machine's time in milliseconds. */
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  onChange(change: Change): void;
  /** All rows are gone; others will follow. */
  onReset(): void;
  onState(): void;
}

/** One panel's loaded entries and how they came: first reading, older ones, live ones. Knows no editor. */
export interface Session {
  readonly store: LogStore;
  readonly state: SessionState;
  /** The first reading, or a new one for another query. Settles when it ended in any way; never rejects. */
  load(query: Query, isLive: boolean): Promise<void>;
  /** Answers how many entries came; 0 as well while something else is being read. */
  loadOlder(): Promise<number>;
  /** Ends the reading that is under way. */
  cancel(): void;
  /** Does again what failed, or goes on with what was stopped. */
  retry(): Promise<void>;
  /** The failure was read; forgets it. */
  dismiss(): void;
  setLive(isLive: boolean): void;
  setVisible(isVisible: boolean): void;
  dispose(): void;
}

/** A range is read up to this many rows at a go; then the user says whether to go on. */
export const rowsAtOnce = 50_000;
/** The clock was off by more than this (ms): a relative range was read from the wrong place. */
const skewLimit = 5_000;

/** Makes a session that has read nothing yet. */
export function createSession(deps: SessionDeps): Session {
  const { source } = deps;
  const clock = createServiceClock(deps.now);
  const store = createStore(deps.now, (change) => {
    if (!isDisposed) deps.onChange(change);
  });
  let running: AbortController | undefined;
  /** Where live polls read from: moves only when a whole poll has worked. */
  const lanes = createLanes();
  /** All entries from here on are there (ms); undefined while nothing was read. */
  let edge: number | undefined;
  /** The end of the range was not reached: rows are missing after the newest one. */
  let isIncomplete = false;
  let wantsLive = false;
  let isDisposed = false;
  let state: Omit<SessionState, 'isLive' | 'follow'> = {
    query: { filter: {} },
    task: undefined,
    failure: undefined,
    stopped: undefined,
    nothingBefore: undefined,
  };

  const follow = createFollow({
    poll,
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

  function update(change: Partial<typeof state>): void {
    state = { ...state, ...change };
    changed();
  }

  /** Takes one reply; says how many of its entries were new. */
  function add(entries: readonly LogEntry[], tie: Tie = 'after'): number {
    return store.add(entries, tie).reduce((sum, { count }) => sum + count, 0);
  }

  function oldestTime(): number | undefined {
    return timeOf(store.order.find(isDated));
  }

  function newestTime(): number | undefined {
    return timeOf(store.order.findLast(isDated));
  }

  function isDated(slot: number): boolean {
    return store.columns.undated[slot] === 0 && store.columns.level[slot] !== gapLevel;
  }

  function timeOf(slot: number | undefined): number | undefined {
    return slot === undefined ? undefined : store.columns.times[slot];
  }

  /** Runs one reading; whatever ran before is given up. Its failure becomes state. */
  async function run(task: Task, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    const isCurrent = () => running === mine && !isDisposed;
    update({ task, failure: undefined, ...(task !== 'older' && { stopped: undefined }) });
    try {
      await work(mine.signal);
    } catch (error) {
      if (!isCurrent()) return;
      if (!mine.signal.aborted) update({ failure: { task, error } });
      else if (task !== 'older') update({ stopped: 'cancelled' });
    }
    if (!isCurrent()) return;
    running = undefined;
    update({ task: undefined });
    if (!wantsLive || follow.isOn) return;
    if (lanes.isStarted) follow.start(pace.busy);
    else if (state.failure) follow.startAfter(state.failure.error);
  }

  async function readLatest(signal: AbortSignal): Promise<void> {
    const page = await source.latest(state.query.filter, signal);
    signal.throwIfAborted();
    clock.learn(page);
    add(page.logs);
    edge = oldestTime() ?? clock.now();
    const latest = (page.serverTime ?? newestTime() ?? deps.now()) - lateness;
    // Of a full page it cannot be told what is older.
    lanes.start(page.logs.length < latestCount ? latest : Math.max(latest, edge), deps.now());
  }

  /** `from` (ms): goes on where an earlier reading of the range ended. */
  async function readRange(signal: AbortSignal, from?: number): Promise<void> {
    const range = state.query.range ?? {};
    const known = store.entryCount;
    isIncomplete = true;
    for (let isFirst = true; ; isFirst = false) {
      const since = from ?? (range.since && resolve(range.since, clock.now()));
      const until = range.until && resolve(range.until, clock.now());
      let isSkewed = false;
      for await (const page of readLeaves(source, { ...state.query.filter, since, until }, signal)) {
        isSkewed =
          Math.abs(clock.learn(page)) > skewLimit && isFirst && isRelative(range) && from === undefined;
        if (isSkewed) break;
        add(page.logs);
        if (!lanes.isStarted) {
          lanes.start(Math.min(page.serverTime ?? clock.now(), until ?? Infinity) - lateness, deps.now());
        }
        edge ??= since ?? oldestTime();
        if (page.nextToken !== undefined && store.entryCount - known >= rowsAtOnce) {
          return update({ stopped: 'limit' });
        }
      }
      if (!isSkewed) break;
    }
    isIncomplete = false;
  }

  async function poll(signal: AbortSignal): Promise<number> {
    return lanes.isStarted ? pollNew(signal) : pollFirst(signal);
  }

  /** The first reading has failed; tries it again. */
  async function pollFirst(signal: AbortSignal): Promise<number> {
    await (state.query.range ? readRange(signal) : readLatest(signal));
    update({ failure: undefined });
    return store.entryCount;
  }

  async function pollNew(signal: AbortSignal): Promise<number> {
    const lane = lanes.next(isIncomplete ? Infinity : deps.now());
    let start: number | undefined;
    let fresh = 0;
    const since = isIncomplete ? Math.min(lane.since, newestTime() ?? lane.since) : lane.since;
    for await (const leaf of readLeaves(source, { ...state.query.filter, since }, signal)) {
      clock.learn(leaf);
      start ??= leaf.serverTime;
      fresh += add(leaf.logs);
    }
    const seen = start ?? Math.min(newestTime() ?? lane.since, clock.now());
    lanes.done(lane, seen, (behind) => timeOf(store.order.at(-behind)), deps.now());
    if (isIncomplete) {
      isIncomplete = false;
      update({ stopped: undefined, failure: undefined });
    }
    return fresh;
  }

  function load(query: Query, isLive: boolean): Promise<void> {
    running?.abort();
    follow.stop();
    wantsLive = isLive;
    isIncomplete = false;
    lanes.clear();
    edge = undefined;
    store.clear();
    deps.onReset();
    update({ query, nothingBefore: undefined });
    return run(query.range ? 'range' : 'latest', query.range ? (signal) => readRange(signal) : readLatest);
  }

  async function findOlder(): Promise<number> {
    if (running || isDisposed) return 0;
    let found = 0;
    await run('older', async (signal) => {
      const oldest = [...store.order.subarray(0, 1000)].filter(isDated);
      found = await loadOlder({
        source,
        filter: state.query.filter,
        edge: edge ?? clock.now(),
        window: firstWindow(oldest.flatMap((slot) => timeOf(slot) ?? [])),
        signal,
        accept: (entries, next) => {
          edge = next;
          return add(entries, 'before');
        },
      });
      update({ nothingBefore: found === 0 ? edge : undefined });
    });
    return found;
  }

  async function retry(): Promise<void> {
    const { failure, query } = state;
    if (!lanes.isStarted) follow.stop();
    if (failure?.task === 'live') {
      update({ failure: undefined });
      setLive(true);
    } else if (failure?.task === 'older') {
      await findOlder();
    } else if (query.range) {
      const from = newestTime();
      await run('range', (signal) => readRange(signal, from));
    } else {
      await run('latest', readLatest);
    }
  }

  function setLive(isLive: boolean): void {
    wantsLive = isLive;
    if (!isLive) follow.stop();
    else if (lanes.isStarted && running === undefined) follow.start();
    changed();
  }

  return {
    store,
    get state() {
      return { ...state, isLive: wantsLive, follow: follow.status };
    },
    load,
    loadOlder: findOlder,
    cancel: () => running?.abort(),
    retry,
    dismiss: () => update({ failure: undefined }),
    setLive,
    setVisible: (isVisible) => follow.setAwake(isVisible),
    dispose() {
      isDisposed = true;
      running?.abort();
      follow.stop();
    },
  };
}

function isRelative({ since, until }: TimeRange): boolean {
  return [since, until].some((moment) => moment && 'ago' in moment);
}
