import { getField } from '../../fields.ts';
import { computePollInterval, computeRetryDelay, pollIntervals } from './pollIntervals.ts';

/** The state of live polling. `pauseMs` is the time before the next attempt. */
export type LivePollingStatus =
  | { readonly kind: 'off' }
  /** On, but no one looks. */
  | { readonly kind: 'asleep' }
  | { readonly kind: 'following' }
  | { readonly kind: 'reconnecting'; readonly pauseMs: number; readonly error: unknown };

/** The environment of live polling. Tests replace the clock. */
interface LivePollingOptions {
  /** Reads new entries, and returns their number. Changes nothing if it rejects. */
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
  /** With `pauseMs`, the first poll waits, because the entries are up to date. */
  start(pauseMs?: number): void;
  /** Starts polling after a failed request with a delay, unless the failure is permanent. */
  startAfterFailure(error: unknown): void;
  stop(): void;
  /** Pauses polling while the panel is hidden. Polls immediately when it becomes visible. */
  setVisible(isAwake: boolean): void;
}

export function createLivePolling(options: LivePollingOptions): LivePolling {
  let isOn = false;
  let isAwake = true;
  let run: AbortController | undefined;
  let status: LivePollingStatus = { kind: 'off' };

  function report(next: LivePollingStatus): void {
    status = next;
    options.onStatus(next);
  }

  async function follow(pauseMs: number, failed: number, signal: AbortSignal): Promise<void> {
    let pause = pauseMs;
    let idle: number = pollIntervals.active;
    let failures = failed;
    while (!signal.aborted) {
      try {
        if (pause > 0) await options.sleep(pause, signal);
        if (signal.aborted) return;
        const fresh = await options.poll(signal);
        if (signal.aborted) return;
        if (failures > 0) report({ kind: 'following' });
        failures = 0;
        idle = computePollInterval(idle, fresh);
        pause = idle;
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
    if (!isOn || !isAwake) {
      report({ kind: isOn ? 'asleep' : 'off' });
      return;
    }
    run = new AbortController();
    report(failure ? { kind: 'reconnecting', pauseMs, ...failure } : { kind: 'following' });
    // Ends when the signal aborts, and handles its failures.
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
    setVisible(next) {
      if (next === isAwake) return;
      isAwake = next;
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
