import { LogStore, type StoreChange } from '../store/logStore.ts';
import { createLivePolling } from './livePolling.ts';
import type { LogQuery } from './logSource.ts';
import { pollIntervals } from './pollIntervals.ts';
import {
  initialTaskStatus,
  type LogSessionStatus,
  type ReadingTask,
  type TaskStatus,
} from './sessionStatus.ts';

/** The dependencies of a session. Tests replace the clock and the random numbers. */
export interface LogSessionOptions {
  /** Returns the time of this machine in milliseconds. */
  now(): number;
  /** Resolves after `ms`, or when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Returns a number from 0 up to but not including 1. */
  random(): number;
  onChange(change: StoreChange): void;
  /** Called when all rows were removed, before others are loaded. */
  onReset(): void;
  onStatus(): void;
}

/**
 * A session that reads entries into the store of a panel: one task of the user at a time, with live polling between
 * tasks. Failures become a part of the status. Doesn't depend on the editor.
 */
export abstract class LogSession {
  readonly store: LogStore;
  protected readonly options: LogSessionOptions;
  protected readonly polling = createLivePolling({
    poll: (signal) => this.poll(signal),
    sleep: (ms, signal) => this.options.sleep(ms, signal),
    random: () => this.options.random(),
    onStatus: () => this.notify(),
    onPermanentFailure: (error) => {
      this.isLive = false;
      this.update({ failure: { task: 'live', error } });
    },
  });
  /** Whether the user wants live mode. */
  protected isLive = false;
  #tasks: TaskStatus = initialTaskStatus;
  #running: AbortController | undefined;
  #isDisposed = false;

  constructor(options: LogSessionOptions) {
    this.options = options;
    this.store = new LogStore(options.now, (change) => {
      if (!this.#isDisposed) options.onChange(change);
    });
  }

  abstract get status(): LogSessionStatus;

  /** Loads the entries of a query. Resolves when loading has ended, even if it failed. */
  abstract load(query: LogQuery, isLive: boolean): Promise<void>;

  /** Repeats the task that failed, or continues the one that stopped. */
  abstract retry(): Promise<void>;

  /** Loads older entries, and returns their number. Returns 0 while a task is running. */
  async loadOlder(): Promise<number> {
    return 0;
  }

  /** Loads newer entries while the panel isn't live, and returns their number. Returns 0 while a task is running. */
  async loadNewer(): Promise<number> {
    return 0;
  }

  /** Loads the entries of the gap with this slot. */
  async fillGap(_slot: number): Promise<void> {}

  /** Reads new entries for live polling, and returns their number. */
  protected abstract poll(signal: AbortSignal): Promise<number>;

  /** Whether the first read has succeeded, so that polls can continue it. */
  protected abstract hasStarted(): boolean;

  /** Whether the log has ended, so that no entries can follow. */
  protected hasEnded(): boolean {
    return false;
  }

  /** Called when the user turns on live mode and no task is running. */
  protected abstract goLive(): void;

  get query(): LogQuery {
    return this.#tasks.query;
  }

  /** Cancels the current task. */
  cancel(): void {
    this.#running?.abort();
  }

  /** Removes the failure from the status. */
  dismiss(): void {
    this.update({ failure: undefined });
  }

  setLive(isLive: boolean): void {
    this.isLive = isLive;
    if (!isLive) this.polling.stop();
    else if (!this.#running) this.goLive();
    this.notify();
  }

  setVisible(isVisible: boolean): void {
    this.polling.setVisible(isVisible);
  }

  /** Stops the current task and live polling with this error. The entries are kept. */
  end(error: unknown): void {
    this.#running?.abort();
    this.#running = undefined;
    this.isLive = false;
    this.polling.stop();
    this.update({ task: undefined, failure: { task: 'live', error } });
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#running?.abort();
    this.polling.stop();
  }

  protected get taskStatus(): TaskStatus {
    return this.#tasks;
  }

  /** Whether a task is running, or the session is disposed. */
  protected get isBusy(): boolean {
    return this.#running !== undefined || this.#isDisposed;
  }

  protected notify(): void {
    if (!this.#isDisposed) this.options.onStatus();
  }

  protected update(change: Partial<TaskStatus>): void {
    this.#tasks = { ...this.#tasks, ...change };
    this.notify();
  }

  /** Removes all entries, and starts with another query. */
  protected begin(query: LogQuery, isLive: boolean): void {
    this.#running?.abort();
    this.polling.stop();
    this.isLive = isLive;
    this.store.clear();
    this.options.onReset();
    this.update({ query, searchedBackTo: undefined });
  }

  /** Runs a task and cancels the previous one. A failure becomes a part of the status. */
  protected async run(task: ReadingTask, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#running?.abort();
    const current = new AbortController();
    this.#running = current;
    const isCurrent = () => this.#running === current && !this.#isDisposed;
    const isFirst = task === 'latest' || task === 'range';
    this.update({ task, failure: undefined, ...(isFirst && { stopReason: undefined }) });
    try {
      await work(current.signal);
    } catch (error) {
      if (!isCurrent()) return;
      if (!current.signal.aborted) this.update({ failure: { task, error } });
      else if (isFirst) this.update({ stopReason: 'canceled' });
    }
    if (!isCurrent()) return;
    this.#running = undefined;
    this.update({ task: undefined });
    if (!this.isLive || this.polling.isOn || this.hasEnded()) return;
    if (this.hasStarted()) this.polling.start(pollIntervals.active);
    else if (this.#tasks.failure) this.polling.startAfterFailure(this.#tasks.failure.error);
  }
}
