import type { LogStore } from '../store/logStore.ts';
import type { LookbackResult } from './entryPoller.ts';
import type { FillResult } from './fillGap.ts';
import { createLogReader } from './logReader.ts';
import type { LogSource } from './logSource.ts';
import { createSessionCore, type ReadingDeps } from './sessionCore.ts';
import type { LogQuery, LogSessionState } from './sessionState.ts';

export interface SessionDeps extends ReadingDeps {
  readonly source: LogSource;
  /** Returns the maximum number of entries before the user is asked. */
  rowLimit(): number;
  /** Returns the maximum size of their texts in bytes. */
  textLimit(): number;
}

/** The loaded entries of a panel, and the tasks that load them. Independent of the editor. */
export interface LogSession {
  readonly store: LogStore;
  readonly state: LogSessionState;
  /** Loads the entries of a query. Resolves when that has ended, successfully or not. */
  load(query: LogQuery, isLive: boolean): Promise<void>;
  /** Loads older entries, and returns their number. Returns 0 while a task is running. */
  loadOlder(): Promise<number>;
  /** Loads newer entries while the panel isn't live, and returns their number. Returns 0 while a task is running. */
  loadNewer(): Promise<number>;
  /** Loads the entries of the gap with this slot. */
  fillGap(slot: number): Promise<void>;
  /** Cancels the current task. */
  cancel(): void;
  /** Repeats the task that failed, or continues the one that stopped. */
  retry(): Promise<void>;
  /** Removes the failure from the state. */
  dismiss(): void;
  setLive(isLive: boolean): void;
  /** Stops the current task and live polling with this error. The entries stay. */
  end(error: unknown): void;
  setVisible(isVisible: boolean): void;
  dispose(): void;
}

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
  /** The raised limit, after the user continued at the limit. */
  let allowed = 0;

  const isFullOfText = () => store.columns.bytes >= deps.textLimit();
  const runLatest = () => run('latest', reader.readNewest);
  const runRange = (work: (signal: AbortSignal) => Promise<FillResult>) =>
    run('range', async (signal) => {
      if ((await work(signal)) === 'limit') update({ stopped: isFullOfText() ? 'text' : 'limit' });
    });

  /** Repeats the first task, which failed. */
  async function pollFirst(signal: AbortSignal): Promise<number> {
    await (reading.state.query.range ? reader.readRange(signal) : reader.readNewest(signal));
    update({ failure: undefined });
    return store.entryCount;
  }

  async function pollNew(signal: AbortSignal): Promise<number> {
    const { lateBy, isTextFull } = reader;
    const { fresh, gap } = await reader.poll(signal);
    if (reading.state.failure?.task === 'live') update({ failure: undefined });
    // The gap can be loaded at any time, so it doesn't cancel another task.
    if (gap !== undefined && !reading.isBusy) void fillBacklog(gap);
    const late = await reader.lookBack(signal);
    if (reader.lateBy !== lateBy || reader.isTextFull !== isTextFull) changed();
    // The interval grows after a poll that returns 0.
    return Math.max(fresh + late.fresh, late.isBehind ? 1 : 0);
  }

  /** The limit doesn't apply, because in a live log, the oldest entries are removed, not the newest. */
  function fillBacklog(gap: number): Promise<void> {
    return runRange((signal) => reader.fillGaps(signal, gap, Number.POSITIVE_INFINITY));
  }

  async function fillOne(slot: number): Promise<void> {
    const { stopped } = reading.state;
    await runRange((signal) => reader.fillGaps(signal, slot));
    const { task, failure } = reading.state;
    // The other gaps are still not loaded.
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
