import { type PollClock, systemClock } from './pollClock.ts';

/** A task that sends a request repeatedly until the task is done. */
export interface PollTask {
  /** Identifies the task. `add` ignores a task whose key is already used. */
  readonly key: string;
  /** The delay before the first run. The delay increases with each run up to `maxDelayMs`. */
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  /** Whether code awaits the result, so that the task continues even if its results aren't visible. */
  isAwaited?(): boolean;
  /** Sends at most one request. Returns `true` to end the task. If the promise rejects, the next run is delayed. */
  run(signal: AbortSignal): Promise<boolean>;
}

/** The limits of all tasks together. */
export const pollLimits = {
  maxConcurrent: 2,
  /** Minimum interval between the starts of two runs of any tasks. */
  minIntervalMs: 1000,
  /** Maximum delay of a task. Each consecutive failure doubles the delay. */
  maxDelayMs: 5 * 60_000,
} as const;

/** The factor by which the delay of a task increases with each run. */
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
 * Repeats requests. Tasks run only while results are visible (`isActive`) or awaited. When the poller becomes active,
 * all tasks become due, and run within the limits. A delay that the service requests with `Retry-After` applies to all
 * tasks. All requests that are repeated without user interaction are sent by this class.
 */
export class Poller {
  readonly #entries = new Map<string, ScheduledTask>();
  readonly #retryAfterMs: (error: unknown) => number | undefined;
  readonly #clock: PollClock;
  #isActive = false;
  #runningCount = 0;
  /** The earliest time of the next run. */
  #earliestStart = Number.NEGATIVE_INFINITY;
  #cancelTimer: (() => void) | undefined;

  /** `retryAfterMs` returns the delay that the service requested with an error. */
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
    // Also needed if the task exists, because it might be awaited now.
    this.#startDueTasks();
  }

  /** Whether any results of tasks are visible. */
  set isActive(isActive: boolean) {
    if (isActive === this.#isActive) return;
    this.#isActive = isActive;
    if (isActive) for (const entry of this.#entries.values()) entry.dueAt = this.#clock.now();
    this.#startDueTasks();
  }

  /** Removes all tasks and the delay that the service requested. Must be called when another service is selected. */
  clear(): void {
    for (const { abort } of this.#entries.values()) abort.abort();
    this.#entries.clear();
    this.#earliestStart = Math.min(this.#earliestStart, this.#clock.now() + pollLimits.minIntervalMs);
    this.#startDueTasks();
  }

  dispose(): void {
    this.isActive = false;
    this.clear();
  }

  /** Starts the tasks that are due, and sets a timer for the next task. */
  #startDueTasks(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    while (this.#runningCount < pollLimits.maxConcurrent) {
      const next = this.#findNext();
      if (!next) return;
      const waitMs = Math.max(next.dueAt, this.#earliestStart) - this.#clock.now();
      if (waitMs > 0) {
        this.#cancelTimer = this.#clock.schedule(Math.min(waitMs, maxTimerMs), () => this.#startDueTasks());
        return;
      }
      void this.#run(next);
    }
  }

  /** Returns the waiting task that is due first, so that every task runs at some time. */
  #findNext(): ScheduledTask | undefined {
    const waiting = [...this.#entries.values()].filter(
      ({ isRunning, task }) => !isRunning && (this.#isActive || task.isAwaited?.() === true),
    );
    return waiting.reduce<ScheduledTask | undefined>(
      (first, task) => (first && first.dueAt <= task.dueAt ? first : task),
      undefined,
    );
  }

  async #run(entry: ScheduledTask): Promise<void> {
    const { task, abort } = entry;
    entry.isRunning = true;
    this.#runningCount += 1;
    this.#earliestStart = this.#clock.now() + pollLimits.minIntervalMs;
    try {
      const isDone = await task.run(abort.signal);
      if (isDone && this.#entries.get(task.key) === entry) this.#entries.delete(task.key);
      entry.failures = 0;
      entry.delayMs = Math.min(entry.delayMs * delayGrowth, task.maxDelayMs);
    } catch (error) {
      entry.failures += 1;
      const requestedDelayMs = this.#retryAfterMs(error);
      if (requestedDelayMs !== undefined && !abort.signal.aborted) {
        this.#earliestStart = Math.max(this.#earliestStart, this.#clock.now() + requestedDelayMs);
      }
    }
    const waitMs = Math.min(entry.delayMs * 2 ** entry.failures, pollLimits.maxDelayMs);
    entry.dueAt = this.#clock.now() + waitMs;
    entry.isRunning = false;
    this.#runningCount -= 1;
    this.#startDueTasks();
  }
}
