import { getField } from '../../fields.ts';
import { nextPollInterval, pollIntervals, retryInterval } from './pollIntervals.ts';

/** What the live poller is doing. `pauseMs` is how long it waits before it tries again. */
export type LivePollingStatus =
  | { readonly kind: 'off' }
  /** On, but no one looks. */
  | { readonly kind: 'asleep' }
  | { readonly kind: 'following' }
  | { readonly kind: 'reconnecting'; readonly pauseMs: number; readonly error: unknown };

/** What the poller works with. Time is given to it, so that it runs in a test without any. */
interface FollowDeps {
  /** Reads what is new and says how many entries came. Leaves everything as it was when it rejects. */
  poll(signal: AbortSignal): Promise<number>;
  /** Rejects when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  onStatus(status: LivePollingStatus): void;
  /** The poller has switched itself off, since asking again couldn't help. */
  onFinal(error: unknown): void;
}

/** The live poller: one poll at a time, with pauses that fit what happens. */
interface LivePolling {
  readonly isOn: boolean;
  readonly status: LivePollingStatus;
  /** `pauseMs`: the entries are fresh, so the first poll can wait. */
  start(pauseMs?: number): void;
  /** A reading before the first poll has failed: polls after a pause, if that may help. */
  startAfterFailure(error: unknown): void;
  stop(): void;
  /** Asleep while no one looks; polls at once when someone does again. */
  setVisible(isAwake: boolean): void;
}

/** Makes a poller that is off and awake. */
export function createLivePolling(deps: FollowDeps): LivePolling {
  let isOn = false;
  let isAwake = true;
  let run: AbortController | undefined;
  let status: LivePollingStatus = { kind: 'off' };

  function report(next: LivePollingStatus): void {
    status = next;
    deps.onStatus(next);
  }

  async function follow(pauseMs: number, failed: number, signal: AbortSignal): Promise<void> {
    let pause = pauseMs;
    let idle: number = pollIntervals.active;
    let failures = failed;
    while (!signal.aborted) {
      try {
        if (pause > 0) await deps.sleep(pause, signal);
        const fresh = await deps.poll(signal);
        if (signal.aborted) return;
        if (failures > 0) report({ kind: 'following' });
        failures = 0;
        idle = nextPollInterval(idle, fresh);
        pause = idle;
      } catch (error) {
        if (signal.aborted) return;
        if (isPermanent(error)) {
          stop();
          deps.onFinal(error);
          return;
        }
        failures++;
        pause = retryInterval(failures, getRetryAfterMs(error), deps.random());
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
    // Ends by itself on abort and handles its own failures.
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
      begin(retryInterval(1, getRetryAfterMs(error), deps.random()), { error });
    },
    stop,
    setVisible(next) {
      if (next === isAwake) return;
      isAwake = next;
      if (isOn) begin(0);
    },
  };
}

/** Failures that stay when asked again. All others may pass: a network, a gateway, a service under load. */
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

/** How long the service wants to be left alone, as the client read it from `Retry-After`. */
function getRetryAfterMs(error: unknown): number | undefined {
  const value = getField(error, 'retryAfterMs');
  return typeof value === 'number' ? value : undefined;
}
