import type { DeploymentLogEntry } from '../../api/deployments.ts';
import type { LogEntry } from '../../api/logEntries.ts';
import { createStore } from '../store/store.ts';
import type { DeploymentSource } from './deploymentSource.ts';
import { createFollow } from './follow.ts';
import { pace } from './pace.ts';
import type { Session, SessionDeps } from './session.ts';
import { nothingRead, type Query, type SessionState } from './sessionState.ts';

/** As a session has it, but for where entries come from. */
interface DeploymentSessionDeps extends Omit<SessionDeps, 'source'> {
  readonly source: DeploymentSource;
}

/**
 * Makes a session of a deployment's log that has read nothing yet. Each reply brings the whole log, so there is
 * nothing older, and no range or filter to read by; it is polled until the service says that it has ended.
 */
export function createDeploymentSession(deps: DeploymentSessionDeps): Session {
  const { source } = deps;
  const store = createStore(deps.now, (change) => {
    if (!isDisposed) deps.onChange(change);
  });
  /** The last reply: what the store holds, as the service gave it. */
  let known: readonly DeploymentLogEntry[] = [];
  let running: AbortController | undefined;
  /** Calls off the question for the result. */
  let stopAsking: (() => void) | undefined;
  let isResultKnown = false;
  let wantsLive = false;
  let isDisposed = false;
  let state: Omit<SessionState, 'isLive' | 'follow' | 'ended'> = {
    ...nothingRead,
    progress: undefined,
    isStarted: false,
    readAt: undefined,
    isTextFull: false,
  };
  let ended: SessionState['ended'];

  const follow = createFollow({
    poll: read,
    sleep: deps.sleep,
    random: deps.random,
    onStatus: changed,
    onFinal: (error) => {
      wantsLive = false;
      update({ failure: { task: 'live', error } });
    },
  });

  function changed(): void {
    if (!isDisposed) deps.onState();
  }

  function update(change: Partial<typeof state>): void {
    state = { ...state, ...change };
    changed();
  }

  /** Takes the log as it is now; says how many entries are new. */
  async function read(signal: AbortSignal): Promise<number> {
    const { logs, hasMoreLogs } = await source.logs(signal);
    signal.throwIfAborted();
    const fresh = take(logs);
    if (state.failure || state.stopped) update({ failure: undefined, stopped: undefined });
    if (!hasMoreLogs) end();
    return fresh;
  }

  function take(logs: readonly DeploymentLogEntry[]): number {
    // Another log than the one shown, whatever the reason: the two must not mix.
    if (!isStartOf(known, logs)) {
      store.clear();
      deps.onReset();
      known = [];
    }
    const fresh = logs.slice(known.length);
    known = logs;
    store.append(fresh.map(entryOf));
    return fresh.length;
  }

  function end(): void {
    ended = {};
    follow.stop();
    askResult();
    changed();
  }

  /** The end is shown without it as well: the record may say it later than the log. */
  function askResult(): void {
    stopAsking?.();
    stopAsking = source.watchEnd((result) => {
      isResultKnown = true;
      ended = result;
      changed();
    });
  }

  /** Runs a reading that the user waits for; whatever ran before is given up. Its failure becomes state. */
  async function run(): Promise<void> {
    running?.abort();
    follow.stop();
    const mine = new AbortController();
    running = mine;
    const isCurrent = () => running === mine && !isDisposed;
    update({ task: 'latest', failure: undefined, stopped: undefined });
    try {
      await read(mine.signal);
    } catch (error) {
      if (!isCurrent()) return;
      update(mine.signal.aborted ? { stopped: 'cancelled' } : { failure: { task: 'latest', error } });
    }
    if (!isCurrent()) return;
    running = undefined;
    update({ task: undefined });
    if (!wantsLive || ended || state.stopped) return;
    if (state.failure) follow.startAfter(state.failure.error);
    else follow.start(pace.busy);
  }

  function load(query: Query, isLive: boolean): Promise<void> {
    stopAsking?.();
    wantsLive = isLive;
    ended = undefined;
    isResultKnown = false;
    known = [];
    store.clear();
    deps.onReset();
    update({ query });
    return run();
  }

  async function retry(): Promise<void> {
    if (state.failure?.task !== 'live') return run();
    update({ failure: undefined });
    setLive(true);
  }

  function setLive(isLive: boolean): void {
    wantsLive = isLive;
    if (!isLive) follow.stop();
    else if (!ended && running === undefined) follow.start();
    changed();
  }

  return {
    store,
    get state() {
      const isLive = wantsLive && !ended;
      return { ...state, isLive, follow: follow.status, ...(ended && { ended }) };
    },
    load,
    loadOlder: async () => 0,
    loadNewer: async () => 0,
    fill: async () => undefined,
    cancel: () => running?.abort(),
    retry,
    dismiss: () => update({ failure: undefined }),
    setLive,
    end(error) {
      running?.abort();
      running = undefined;
      stopAsking?.();
      isResultKnown = true;
      wantsLive = false;
      follow.stop();
      update({ task: undefined, failure: { task: 'live', error } });
    },
    setVisible(isVisible) {
      follow.setAwake(isVisible);
      if (!isVisible) stopAsking?.();
      else if (ended && !isResultKnown) askResult();
    },
    dispose() {
      isDisposed = true;
      running?.abort();
      stopAsking?.();
      follow.stop();
    },
  };
}

/** Whether a log goes on from what was there. */
function isStartOf(start: readonly DeploymentLogEntry[], logs: readonly DeploymentLogEntry[]): boolean {
  return start.every((entry, index) => {
    const other = logs[index];
    return other !== undefined && entry.timestamp === other.timestamp && entry.content === other.content;
  });
}

/** A build log knows no types: an entry of none. */
function entryOf({ timestamp = '', ...more }: DeploymentLogEntry): LogEntry {
  return { timestamp, type: '', ...more };
}
