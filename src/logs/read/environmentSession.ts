import type { LogStore } from '../store/logStore.ts';
import type { LookbackResult } from './entryPoller.ts';
import type { FillResult } from './fillGap.ts';
import { createLogReader } from './logReader.ts';
import type { LogSource } from './logSource.ts';
import { createSessionCore, type ReadingDeps } from './sessionCore.ts';
import type { LogQuery, LogSessionState } from './sessionState.ts';

export interface SessionDeps extends ReadingDeps {
  readonly source: LogSource;
  /** Entries that are loaded at most before the user is asked. */
  rowLimit(): number;
  /** What their texts take up at most, in bytes. */
  textLimit(): number;
}

/** One panel's loaded entries and how they came: first reading, older ones, live ones. Knows no editor. */
export interface LogSession {
  readonly store: LogStore;
  readonly state: LogSessionState;
  /** The first reading, or a new one for another query. Settles when it ended in any way; never rejects. */
  load(query: LogQuery, isLive: boolean): Promise<void>;
  /** Answers how many entries came; 0 as well while something else is being read. */
  loadOlder(): Promise<number>;
  /** What came since the last reading, while nothing follows it. Answers as `loadOlder`. */
  loadNewer(): Promise<number>;
  /** Loads what is missing in one place, by its slot in the store. */
  fillGap(slot: number): Promise<void>;
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
export function createEnvironmentSession(deps: SessionDeps): LogSession {
  const reading = createSessionCore(deps, {
    poll: (signal) => (reader.isStarted ? pollNew(signal) : pollFirst(signal)),
    isStarted: () => reader.isStarted,
    isOver: () => false,
    goLive: () => {
      if (reader.isStarted) follow.start();
      else if (!follow.isOn && reading.state.failure) void retry();
    },
  });
  const { store, follow, changed, update, run, cancel, dismiss, setLive, end, dispose } = reading;
  const reader = createLogReader({
    source: deps.source,
    store,
    now: deps.now,
    query: () => reading.state.query,
    limit: () => Math.max(allowed, deps.rowLimit()),
    onPage: changed,
    textLimit: deps.textLimit,
    mayTrim: () => !reading.isBusy,
  });
  /** More than the limit, once the user has said so. */
  let allowed = 0;

  const isFullOfText = () => store.columns.bytes >= deps.textLimit();
  const runLatest = () => run('latest', reader.readNewest);
  const runRange = (work: (signal: AbortSignal) => Promise<FillResult>) =>
    run('range', async (signal) => {
      if ((await work(signal)) === 'limit') update({ stopped: isFullOfText() ? 'text' : 'limit' });
    });

  /** The first reading has failed; tries it again. */
  async function pollFirst(signal: AbortSignal): Promise<number> {
    await (reading.state.query.range ? reader.readRange(signal) : reader.readNewest(signal));
    update({ failure: undefined });
    return store.entryCount;
  }

  async function pollNew(signal: AbortSignal): Promise<number> {
    const { lateBy, isTextFull } = reader;
    const { fresh, gap } = await reader.poll(signal);
    if (reading.state.failure?.task === 'live') update({ failure: undefined });
    // Another reading isn't given up for it: the gap can be loaded at any time.
    if (gap !== undefined && !reading.isBusy) void fillBacklog(gap);
    const late = await reader.lookBack(signal);
    if (reader.lateBy !== lateBy || reader.isTextFull !== isTextFull) changed();
    // The pause after a poll without entries grows.
    return Math.max(fresh + late.fresh, late.isBehind ? 1 : 0);
  }

  /** Of a live stream it is the oldest entries that go beyond the limit, not what came last. */
  function fillBacklog(gap: number): Promise<void> {
    return runRange((signal) => reader.fillGaps(signal, gap, Number.POSITIVE_INFINITY));
  }

  async function fillOne(slot: number): Promise<void> {
    const { stopped } = reading.state;
    await runRange((signal) => reader.fillGaps(signal, slot));
    const { task, failure } = reading.state;
    // With this one the others aren't read.
    if (stopped && !task && !failure && store.gaps.size > 0) update({ stopped });
  }

  function load(query: LogQuery, isLive: boolean): Promise<void> {
    allowed = 0;
    reader.clear();
    reading.begin(query, isLive);
    return query.range ? runRange(reader.readRange) : runLatest();
  }

  async function findOlder(): Promise<number> {
    if (reading.isBusy) return 0;
    let found = 0;
    await run('older', async (signal) => {
      found = await reader.loadOlder(signal);
      update({ nothingBefore: found === 0 && !isFullOfText() ? reader.edge : undefined });
    });
    return found;
  }

  async function findNewer(): Promise<number> {
    if (reading.isBusy || follow.isOn || !reader.isStarted) return 0;
    let found = 0;
    let left: number | undefined;
    await run('newer', async (signal) => {
      const { fresh, gap } = await reader.poll(signal);
      [found, left] = [fresh, gap];
      let late: LookbackResult;
      do {
        late = await reader.lookBack(signal);
        found += late.fresh;
      } while (late.isBehind);
    });
    if (left !== undefined && !reading.isBusy) await fillBacklog(left);
    return found;
  }

  async function retry(): Promise<void> {
    const { failure, query, stopped } = reading.state;
    if (!reader.isStarted) follow.stop();
    if (failure?.task === 'live') reading.wantsLive = true;
    if (failure?.task === 'live' && reader.isStarted) {
      update({ failure: undefined });
      follow.start();
    } else if (failure?.task === 'older') {
      await findOlder();
    } else if (failure?.task === 'newer') {
      await findNewer();
    } else if (store.gaps.size > 0) {
      if (stopped === 'limit') allowed = store.entryCount + deps.rowLimit();
      await runRange(reader.fillGaps);
    } else {
      await (query.range ? runRange(reader.readRange) : runLatest());
    }
  }

  return {
    store,
    cancel,
    dismiss,
    setLive,
    end,
    dispose,
    load,
    retry,
    get state() {
      const { state, wantsLive: isLive } = reading;
      const progress = state.task === 'range' ? reader.progress : undefined;
      const { isStarted, readAt, lateBy, isTextFull } = reader;
      return { ...state, progress, isStarted, readAt, lateBy, isTextFull, isLive, follow: follow.status };
    },
    loadOlder: findOlder,
    loadNewer: findNewer,
    fillGap: fillOne,
    setVisible: (isVisible) => follow.setVisible(isVisible),
  };
}
