import type { FillResult } from './fillGap.ts';
import { type LateEntryScanResult, LogReader } from './logReader.ts';
import { LogSession, type LogSessionOptions } from './logSession.ts';
import type { LogQuery, LogSource } from './logSource.ts';
import type { LogSessionStatus } from './sessionStatus.ts';

export interface EnvironmentSessionOptions extends LogSessionOptions {
  readonly source: LogSource;
  /** Returns the number of entries at which loading stops until the user continues it. */
  rowLimit(): number;
  /** Returns the maximum size of the texts of all entries in bytes. */
  textLimit(): number;
}

/** A session that reads the log of an environment: a range or the latest entries, then older and newer ones. */
export class EnvironmentSession extends LogSession {
  readonly #reader: LogReader;
  readonly #rowLimit: () => number;
  readonly #textLimit: () => number;
  /** The row limit after the user continued loading at the limit. 0 before that. */
  #raisedLimit = 0;

  constructor(options: EnvironmentSessionOptions) {
    super(options);
    this.#rowLimit = () => options.rowLimit();
    this.#textLimit = () => options.textLimit();
    this.#reader = new LogReader({
      source: options.source,
      store: this.store,
      now: options.now,
      query: () => this.query,
      rowLimit: () => Math.max(this.#raisedLimit, options.rowLimit()),
      textLimit: this.#textLimit,
      canTrim: () => !this.isBusy,
      onPageStored: () => this.notify(),
    });
  }

  override get status(): LogSessionStatus {
    const { progress, ...reader } = this.#reader.status;
    return {
      ...this.taskStatus,
      ...reader,
      progress: this.taskStatus.task === 'range' ? progress : undefined,
      isLive: this.isLive,
      polling: this.polling.status,
    };
  }

  override load(query: LogQuery, isLive: boolean): Promise<void> {
    this.#raisedLimit = 0;
    this.#reader.clear();
    this.begin(query, isLive);
    return this.#loadFirst();
  }

  override async retry(): Promise<void> {
    const { failure, stopReason } = this.taskStatus;
    if (!this.hasStarted()) this.polling.stop();
    if (failure?.task === 'live') this.isLive = true;
    if (failure?.task === 'live' && this.hasStarted()) {
      this.update({ failure: undefined });
      this.polling.start();
    } else if (failure?.task === 'older') {
      await this.loadOlder();
    } else if (failure?.task === 'newer') {
      await this.loadNewer();
    } else if (this.store.gaps.size > 0) {
      if (stopReason === 'limit') this.#raisedLimit = this.store.entryCount + this.#rowLimit();
      await this.#runRange((signal) => this.#reader.fillGaps(signal));
    } else {
      await this.#loadFirst();
    }
  }

  override async loadOlder(): Promise<number> {
    if (this.isBusy) return 0;
    let count = 0;
    await this.run('older', async (signal) => {
      count = await this.#reader.loadOlder(signal);
      const isAtStart = count === 0 && !this.#isFullOfText();
      this.update({ searchedBackTo: isAtStart ? this.#reader.status.loadedFrom : undefined });
    });
    return count;
  }

  override async loadNewer(): Promise<number> {
    if (this.isBusy || this.polling.isOn || !this.hasStarted()) return 0;
    let count = 0;
    let backlogGap: number | undefined;
    await this.run('newer', async (signal) => {
      const { newCount, gap } = await this.#reader.poll(signal);
      count = newCount;
      backlogGap = gap;
      let lateEntries: LateEntryScanResult;
      do {
        lateEntries = await this.#reader.scanLateEntries(signal);
        count += lateEntries.newCount;
      } while (lateEntries.isIncomplete);
    });
    if (backlogGap !== undefined && !this.isBusy) await this.#fillBacklog(backlogGap);
    return count;
  }

  override async fillGap(slot: number): Promise<void> {
    const { stopReason } = this.taskStatus;
    await this.#runRange((signal) => this.#reader.fillGaps(signal, slot));
    const { task, failure } = this.taskStatus;
    // The other gaps are still not loaded.
    if (stopReason && !task && !failure && this.store.gaps.size > 0) this.update({ stopReason });
  }

  protected override hasStarted(): boolean {
    return this.#reader.status.isStarted;
  }

  protected override goLive(): void {
    if (this.hasStarted()) this.polling.start();
    else if (!this.polling.isOn && this.taskStatus.failure) void this.retry();
  }

  protected override poll(signal: AbortSignal): Promise<number> {
    return this.hasStarted() ? this.#pollNew(signal) : this.#pollFirst(signal);
  }

  /** Repeats the first read, which failed. */
  async #pollFirst(signal: AbortSignal): Promise<number> {
    await (this.query.range ? this.#reader.readRange(signal) : this.#reader.readNewest(signal));
    this.update({ failure: undefined });
    return this.store.entryCount;
  }

  async #pollNew(signal: AbortSignal): Promise<number> {
    const { typicalDelayMs, isTextLimitReached } = this.#reader.status;
    const { newCount, gap } = await this.#reader.poll(signal);
    if (this.taskStatus.failure?.task === 'live') this.update({ failure: undefined });
    // The gap can be loaded at any time, so it doesn't cancel another task.
    if (gap !== undefined && !this.isBusy) void this.#fillBacklog(gap);
    const lateEntries = await this.#reader.scanLateEntries(signal);
    const status = this.#reader.status;
    if (status.typicalDelayMs !== typicalDelayMs || status.isTextLimitReached !== isTextLimitReached)
      this.notify();
    // The poll interval grows if this returns 0.
    return Math.max(newCount + lateEntries.newCount, lateEntries.isIncomplete ? 1 : 0);
  }

  /**
   * Loads a gap that a poll left. The row limit doesn't apply, because a live log removes its oldest entries at the
   * limit.
   */
  #fillBacklog(gap: number): Promise<void> {
    return this.#runRange((signal) => this.#reader.fillGaps(signal, gap, Number.POSITIVE_INFINITY));
  }

  #loadFirst(): Promise<void> {
    return this.query.range
      ? this.#runRange((signal) => this.#reader.readRange(signal))
      : this.run('latest', (signal) => this.#reader.readNewest(signal));
  }

  #runRange(read: (signal: AbortSignal) => Promise<FillResult>): Promise<void> {
    return this.run('range', async (signal) => {
      if ((await read(signal)) === 'limit') {
        this.update({ stopReason: this.#isFullOfText() ? 'text' : 'limit' });
      }
    });
  }

  #isFullOfText(): boolean {
    return this.store.columns.textBytes >= this.#textLimit();
  }
}
