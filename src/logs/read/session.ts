import { type Change, createStore, type LogStore } from '../store/store.ts';
import type { Ending } from './fillGaps.ts';
import { createFollow } from './follow.ts';
import type { Late } from './live.ts';
import { pace } from './pace.ts';
import { createReader } from './reader.ts';
import { nothingRead, type Query, type SessionState, type Task } from './sessionState.ts';
import type { LogSource } from './source.ts';

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
  /** Entries that are loaded at most before the user is asked. */
  rowLimit(): number;
  /** What their texts take up at most, in bytes. */
  textLimit(): number;
}

/** One panel's loaded entries and how they came: first reading, older ones, live ones. Knows no editor. */
export interface Session {
  readonly store: LogStore;
  readonly state: SessionState;
  /** The first reading, or a new one for another query. Settles when it ended in any way; never rejects. */
  load(query: Query, isLive: boolean): Promise<void>;
  /** Answers how many entries came; 0 as well while something else is being read. */
  loadOlder(): Promise<number>;
  /** What came since the last reading, while nothing follows it. Answers as `loadOlder`. */
  loadNewer(): Promise<number>;
  /** Loads what is missing in one place, by its slot in the store. */
  fill(slot: number): Promise<void>;
  /** Ends the reading that is under way. */
  cancel(): void;
  /** Does again what failed, or goes on with what was stopped. */
  retry(): Promise<void>;
  /** The failure was read; forgets it. */
  dismiss(): void;
  setLive(isLive: boolean): void;
  /** Ends the reading and the following for this reason; what was read stays. */
  end(error: unknown): void;
  setVisible(isVisible: boolean): void;
  dispose(): void;
}

/** Makes a session that has read nothing yet. */
export function createSession(deps: SessionDeps): Session {
  const store = createStore(deps.now, (change) => {
    if (!isDisposed) deps.onChange(change);
  });
  const reader = createReader({
    source: deps.source,
    store,
    now: deps.now,
    query: () => state.query,
    limit: () => Math.max(allowed, deps.rowLimit()),
    onPage: changed,
    textLimit: deps.textLimit,
    mayTrim: () => running === undefined,
  });
  let running: AbortController | undefined;
  /** More than the limit, once the user has said so. */
  let allowed = 0;
  let wantsLive = false;
  let isDisposed = false;
  let state: Omit<
    SessionState,
    'isLive' | 'follow' | 'progress' | 'isStarted' | 'readAt' | 'lateBy' | 'isTextFull'
  > = nothingRead;

  const follow = createFollow({
    poll: (signal) => (reader.isStarted ? pollNew(signal) : pollFirst(signal)),
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

  /** Runs one reading; whatever ran before is given up. Its failure becomes state. */
  async function run(task: Task, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
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
    if (!wantsLive || follow.isOn) return;
    if (reader.isStarted) follow.start(pace.busy);
    else if (state.failure) follow.startAfter(state.failure.error);
  }

  const isFullOfText = () => store.columns.bytes >= deps.textLimit();
  const runLatest = () => run('latest', reader.newest);
  const runRange = (work: (signal: AbortSignal) => Promise<Ending>) =>
    run('range', async (signal) => {
      if ((await work(signal)) === 'limit') update({ stopped: isFullOfText() ? 'text' : 'limit' });
    });

  /** The first reading has failed; tries it again. */
  async function pollFirst(signal: AbortSignal): Promise<number> {
    await (state.query.range ? reader.range(signal) : reader.newest(signal));
    update({ failure: undefined });
    return store.entryCount;
  }

  async function pollNew(signal: AbortSignal): Promise<number> {
    const { lateBy, isTextFull } = reader;
    const { fresh, gap } = await reader.poll(signal);
    if (state.failure?.task === 'live') update({ failure: undefined });
    // Another reading is not given up for it: the gap can be loaded at any time.
    if (gap !== undefined && !running) void fillBacklog(gap);
    const late = await reader.late(signal);
    if (reader.lateBy !== lateBy || reader.isTextFull !== isTextFull) changed();
    // The pause after a poll without entries grows.
    return Math.max(fresh + late.fresh, late.isBehind ? 1 : 0);
  }

  /** Of a live stream it is the oldest entries that go beyond the limit, not what came last. */
  function fillBacklog(gap: number): Promise<void> {
    return runRange((signal) => reader.fill(signal, gap, Number.POSITIVE_INFINITY));
  }

  async function fillOne(slot: number): Promise<void> {
    const { stopped } = state;
    await runRange((signal) => reader.fill(signal, slot));
    // With this one the others are not read.
    if (stopped && !state.task && !state.failure && store.gaps.size > 0) update({ stopped });
  }

  function load(query: Query, isLive: boolean): Promise<void> {
    running?.abort();
    follow.stop();
    wantsLive = isLive;
    allowed = 0;
    reader.clear();
    store.clear();
    deps.onReset();
    update({ query, nothingBefore: undefined });
    return query.range ? runRange(reader.range) : runLatest();
  }

  async function findOlder(): Promise<number> {
    if (running || isDisposed) return 0;
    let found = 0;
    await run('older', async (signal) => {
      found = await reader.older(signal);
      update({ nothingBefore: found === 0 && !isFullOfText() ? reader.edge : undefined });
    });
    return found;
  }

  async function findNewer(): Promise<number> {
    if (running || isDisposed || follow.isOn || !reader.isStarted) return 0;
    let found = 0;
    let left: number | undefined;
    await run('newer', async (signal) => {
      const { fresh, gap } = await reader.poll(signal);
      [found, left] = [fresh, gap];
      let late: Late;
      do {
        late = await reader.late(signal);
        found += late.fresh;
      } while (late.isBehind);
    });
    if (left !== undefined && !running) await fillBacklog(left);
    return found;
  }

  async function retry(): Promise<void> {
    const { failure, query, stopped } = state;
    if (!reader.isStarted) follow.stop();
    if (failure?.task === 'live') wantsLive = true;
    if (failure?.task === 'live' && reader.isStarted) {
      update({ failure: undefined });
      follow.start();
    } else if (failure?.task === 'older') {
      await findOlder();
    } else if (failure?.task === 'newer') {
      await findNewer();
    } else if (store.gaps.size > 0) {
      if (stopped === 'limit') allowed = store.entryCount + deps.rowLimit();
      await runRange(reader.fill);
    } else {
      await (query.range ? runRange(reader.range) : runLatest());
    }
  }

  function setLive(isLive: boolean): void {
    wantsLive = isLive;
    if (!isLive) follow.stop();
    else if (running === undefined && reader.isStarted) follow.start();
    else if (running === undefined && !follow.isOn && state.failure) void retry();
    changed();
  }

  function end(error: unknown): void {
    running?.abort();
    running = undefined;
    wantsLive = false;
    follow.stop();
    update({ task: undefined, failure: { task: 'live', error } });
  }

  return {
    store,
    get state() {
      const progress = state.task === 'range' ? reader.progress : undefined;
      const { isStarted, readAt, lateBy, isTextFull } = reader;
      return {
        ...state,
        progress,
        isStarted,
        readAt,
        lateBy,
        isTextFull,
        isLive: wantsLive,
        follow: follow.status,
      };
    },
    load,
    loadOlder: findOlder,
    loadNewer: findNewer,
    fill: fillOne,
    cancel: () => running?.abort(),
    retry,
    dismiss: () => update({ failure: undefined }),
    setLive,
    end,
    setVisible: (isVisible) => follow.setAwake(isVisible),
    dispose() {
      isDisposed = true;
      running?.abort();
      follow.stop();
    },
  };
}
