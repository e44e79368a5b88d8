import { type PollClock, systemClock } from './pollClock.ts';

/** A request that is repeated until it's done. */
export interface PollTask {
  /** A key of the task. A second task with the same key isn't added. */
  readonly key: string;
  /** The delay before each run in ms, from `firstDelayMs` up to `maxDelayMs`. */
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  /** Whether the result is awaited, so that the task continues while none of its results are visible. */
  isAwaited?(): boolean;
  /** Sends at most one request. Returns `true` to end the task. A rejection delays the next run and isn't shown. */
  run(signal: AbortSignal): Promise<boolean>;
}

/** The limits of all tasks together. */
export const pollLimits = {
  maxConcurrent: 2,
  /** Minimum interval between the starts of two runs. */
  minIntervalMs: 1000,
  /** Consecutive failures double the delay of a task, up to this one. */
  maxDelayMs: 5 * 60_000,
} as const;

/** The factor between two consecutive delays. */
const delayGrowth = 1.25;
/** The maximum delay of a timer. */
const maxTimerMs = 2 ** 31 - 1;

interface ScheduledTask {
  readonly task: PollTask;
  readonly abort: AbortController;
  delayMs: number;
  dueAt: number;
  failures: number;
  isRunning: boolean;
}

/**
 * Repeats requests, the only place that does so without user interaction. Tasks run only while their results are
 * visible (`isActive`) or awaited. After the poller becomes active, all tasks are due at once, within the limits. If
 * the service requests a delay (`Retry-After`), it applies to all tasks.
 */
export class Poller {
  readonly #entries = new Map<string, ScheduledTask>();
  readonly #retryAfterMs: (error: unknown) => number | undefined;
  readonly #clock: PollClock;
  #isActive = false;
  #running = 0;
  #earliest = Number.NEGATIVE_INFINITY;
  #callOff: (() => void) | undefined;

  /** @param retryAfterMs returns the delay that the service requested with an error */
  constructor(retryAfterMs: (error: unknown) => number | undefined, clock: PollClock = systemClock) {
    this.#retryAfterMs = retryAfterMs;
    this.#clock = clock;
  }

  add(task: PollTask): void {
    if (!this.#entries.has(task.key)) {
      const dueAt = this.#clock.now() + task.firstDelayMs;
      this.#entries.set(task.key, {
        task,
        dueAt,
        delayMs: task.firstDelayMs,
        failures: 0,
        isRunning: false,
        abort: new AbortController(),
      });
    }
    // The existing task might be awaited now.
    this.#plan();
  }

  /** Whether any results are visible. */
  set isActive(isActive: boolean) {
    if (isActive === this.#isActive) return;
    this.#isActive = isActive;
    if (isActive) for (const entry of this.#entries.values()) entry.dueAt = this.#clock.now();
    this.#plan();
  }

  /** Removes all tasks and the requested delay, because the service has changed. */
  clear(): void {
    for (const { abort } of this.#entries.values()) abort.abort();
    this.#entries.clear();
    this.#earliest = Math.min(this.#earliest, this.#clock.now() + pollLimits.minIntervalMs);
    this.#plan();
  }

  dispose(): void {
    this.isActive = false;
    this.clear();
  }

  /** Starts due tasks, and sets one timer for the next one. */
  #plan(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    while (this.#running < pollLimits.maxConcurrent) {
      const next = this.#next();
      if (!next) return;
      const waitMs = Math.max(next.dueAt, this.#earliest) - this.#clock.now();
      if (waitMs > 0) {
        this.#callOff = this.#clock.schedule(Math.min(waitMs, maxTimerMs), () => this.#plan());
        return;
      }
      void this.#run(next);
    }
  }

  /** Returns the task that has been due longest, so that every task gets its turn. */
  #next(): ScheduledTask | undefined {
    const waiting = [...this.#entries.values()].filter(
      ({ isRunning, task }) => !isRunning && (this.#isActive || task.isAwaited?.() === true),
    );
    return waiting.reduce<ScheduledTask | undefined>(
      (first, one) => (first && first.dueAt <= one.dueAt ? first : one),
      undefined,
    );
  }

  async #run(entry: ScheduledTask): Promise<void> {
    const { task, abort } = entry;
    entry.isRunning = true;
    this.#running += 1;
    this.#earliest = this.#clock.now() + pollLimits.minIntervalMs;
    try {
      const isDone = await task.run(abort.signal);
      if (isDone && this.#entries.get(task.key) === entry) this.#entries.delete(task.key);
      entry.failures = 0;
      entry.delayMs = Math.min(entry.delayMs * delayGrowth, task.maxDelayMs);
    } catch (error) {
      entry.failures += 1;
      const askedMs = this.#retryAfterMs(error);
      if (askedMs !== undefined && !abort.signal.aborted) {
        this.#earliest = Math.max(this.#earliest, this.#clock.now() + askedMs);
      }
    }
    const waitMs = Math.min(entry.delayMs * 2 ** entry.failures, pollLimits.maxDelayMs);
    entry.dueAt = this.#clock.now() + waitMs;
    entry.isRunning = false;
    this.#running -= 1;
    this.#plan();
  }
}
