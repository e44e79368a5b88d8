import { getField } from '../../fields.ts';
import { computePollInterval, computeRetryDelay, pollIntervals } from './pollIntervals.ts';

/** The state of live polling. `pauseMs` is the time before the next attempt. */
export type LivePollingStatus =
  | { readonly kind: 'off' }
  /** On, but paused while the panel is hidden. */
  | { readonly kind: 'hidden' }
  | { readonly kind: 'following' }
  | { readonly kind: 'reconnecting'; readonly pauseMs: number; readonly error: unknown };

/** The dependencies of live polling. Tests replace the clock. */
interface LivePollingOptions {
  /** Reads new entries, and returns their number. If it rejects, the next call reads the same entries again. */
  poll(signal: AbortSignal): Promise<number>;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  onStatus(status: LivePollingStatus): void;
  /** Called when polling has stopped because of a permanent failure. */
  onPermanentFailure(error: unknown): void;
}

/** Polls for new entries, one request at a time, with intervals that depend on the responses. */
interface LivePolling {
  readonly isOn: boolean;
  readonly status: LivePollingStatus;
  /** Starts polling, immediately or after `pauseMs` if the entries are up to date. */
  start(pauseMs?: number): void;
  /** Starts polling with a delay after a request failed. Does nothing if the failure is permanent. */
  startAfterFailure(error: unknown): void;
  stop(): void;
  /** Pauses polling while the panel is hidden. Polls immediately when it becomes visible. */
  setVisible(isVisible: boolean): void;
}

export function createLivePolling(options: LivePollingOptions): LivePolling {
  let isOn = false;
  let isVisible = true;
  let run: AbortController | undefined;
  let status: LivePollingStatus = { kind: 'off' };

  function report(next: LivePollingStatus): void {
    status = next;
    options.onStatus(next);
  }

  async function follow(firstPauseMs: number, previousFailures: number, signal: AbortSignal): Promise<void> {
    let pause = firstPauseMs;
    let interval: number = pollIntervals.active;
    let failures = previousFailures;
    while (!signal.aborted) {
      try {
        if (pause > 0) await options.sleep(pause, signal);
        if (signal.aborted) return;
        const newCount = await options.poll(signal);
        if (signal.aborted) return;
        if (failures > 0) report({ kind: 'following' });
        failures = 0;
        interval = computePollInterval(interval, newCount);
        pause = interval;
      } catch (error) {
        if (signal.aborted) return;
        if (isPermanent(error)) {
          stop();
          options.onPermanentFailure(error);
          return;
        }
        failures++;
        pause = computeRetryDelay(failures, getRetryAfterMs(error), options.random());
        report({ kind: 'reconnecting', pauseMs: pause, error });
      }
    }
  }

  function begin(pauseMs: number, failure?: { readonly error: unknown }): void {
    run?.abort();
    run = undefined;
    if (!isOn || !isVisible) {
      report({ kind: isOn ? 'hidden' : 'off' });
      return;
    }
    run = new AbortController();
    report(failure ? { kind: 'reconnecting', pauseMs, ...failure } : { kind: 'following' });
    // Never rejects: failures become a part of the status.
    void follow(pauseMs, failure ? 1 : 0, run.signal);
  }

  function stop(): void {
    isOn = false;
    begin(0);
  }

  return {
    get isOn() {
      return isOn;
    },
    get status() {
      return status;
    },
    start(pauseMs = 0) {
      isOn = true;
      begin(pauseMs);
    },
    startAfterFailure(error) {
      if (isPermanent(error)) return;
      isOn = true;
      begin(computeRetryDelay(1, getRetryAfterMs(error), options.random()), { error });
    },
    stop,
    setVisible(isNowVisible) {
      if (isNowVisible === isVisible) return;
      isVisible = isNowVisible;
      if (isOn) begin(0);
    },
  };
}

/**
 * Kinds of errors that a repeated request can't resolve. All others might be temporary, such as failures of the
 * network.
 */
const permanentKinds: readonly unknown[] = [
  'badRequest',
  'unauthorized',
  'forbidden',
  'notFound',
  'otherService',
  'endlessPages',
];

function isPermanent(error: unknown): boolean {
  return permanentKinds.includes(getField(error, 'kind'));
}

/** Returns the delay that the service requested with `Retry-After`, in milliseconds. */
function getRetryAfterMs(error: unknown): number | undefined {
  const value = getField(error, 'retryAfterMs');
  return typeof value === 'number' ? value : undefined;
}
