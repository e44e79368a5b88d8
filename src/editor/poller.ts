import { type PollClock, systemClock } from './pollClock.ts';

/** Something of the service that is asked for again and again until it is done. */
export interface PollTask {
  /** One task for each: another with the same key isn't added beside it. */
  readonly key: string;
  /** The wait before each run: so long at first, growing to `longestMs`. */
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  /** Whether someone is to be told of its end, so that it goes on while no one can see the answers. */
  isAwaited?(): boolean;
  /** At most one request. `true` ends the task; a rejection is waited out, and never shown. */
  run(signal: AbortSignal): Promise<boolean>;
}

/** The limits of all tasks together. */
export const pollLimits = {
  mostAtOnce: 2,
  /** Between the beginnings of any two runs. */
  apartMs: 1000,
  /** Failures in a row double a task's wait, up to this. */
  longestWaitMs: 5 * 60_000,
} as const;

/** How much longer each wait is than the one before. */
const delayGrowth = 1.25;
/** The longest that a timer can be set for. */
const maxTimerMs = 2 ** 31 - 1;

interface ScheduledTask {
  readonly task: PollTask;
  readonly abort: AbortController;
  waitMs: number;
  dueAt: number;
  failures: number;
  isRunning: boolean;
}

/**
 * The one place from which the extension asks by itself. It asks only while it is active, which is while someone can
 * see the answers; active again, everything is due at once, within the limits. Only a task that is awaited goes on
 * meanwhile. When the service asks to wait (`Retry-After`), every task does.
 */
export class Poller {
  readonly #entries = new Map<string, ScheduledTask>();
  readonly #retryAfterMs: (error: unknown) => number | undefined;
  readonly #clock: PollClock;
  #isActive = false;
  #running = 0;
  #earliest = Number.NEGATIVE_INFINITY;
  #callOff: (() => void) | undefined;

  /** `retryAfterMs`: how long the service asked to wait with this failure. */
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
        waitMs: task.firstDelayMs,
        failures: 0,
        isRunning: false,
        abort: new AbortController(),
      });
    }
    // What is there already may be awaited by now.
    this.#plan();
  }

  /** Whether anyone can see the answers. */
  set isActive(isActive: boolean) {
    if (isActive === this.#isActive) return;
    this.#isActive = isActive;
    if (isActive) for (const entry of this.#entries.values()) entry.dueAt = this.#clock.now();
    this.#plan();
  }

  /** Forgets every task, and what the service asked for: it is another one now. */
  clear(): void {
    for (const { abort } of this.#entries.values()) abort.abort();
    this.#entries.clear();
    this.#earliest = Math.min(this.#earliest, this.#clock.now() + pollLimits.apartMs);
    this.#plan();
  }

  dispose(): void {
    this.isActive = false;
    this.clear();
  }

  /** Starts what is due, and sets one timer for what comes next. */
  #plan(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    while (this.#running < pollLimits.mostAtOnce) {
      const next = this.#next();
      if (!next) return;
      const waitMs = Math.max(next.dueAt, this.#earliest) - this.#clock.now();
      if (waitMs > 0) {
        this.#callOff = this.#clock.after(Math.min(waitMs, maxTimerMs), () => this.#plan());
        return;
      }
      void this.#run(next);
    }
  }

  /** What has waited longest of what may run: no one is passed over. */
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
    this.#earliest = this.#clock.now() + pollLimits.apartMs;
    try {
      const isDone = await task.run(abort.signal);
      if (isDone && this.#entries.get(task.key) === entry) this.#entries.delete(task.key);
      entry.failures = 0;
      entry.waitMs = Math.min(entry.waitMs * delayGrowth, task.maxDelayMs);
    } catch (error) {
      entry.failures += 1;
      const askedMs = this.#retryAfterMs(error);
      if (askedMs !== undefined && !abort.signal.aborted) {
        this.#earliest = Math.max(this.#earliest, this.#clock.now() + askedMs);
      }
    }
    const waitMs = Math.min(entry.waitMs * 2 ** entry.failures, pollLimits.longestWaitMs);
    entry.dueAt = this.#clock.now() + waitMs;
    entry.isRunning = false;
    this.#running -= 1;
    this.#plan();
  }
}
