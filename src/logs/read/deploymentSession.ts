import type { DeploymentLogEntry } from '../../api/deployments.ts';
import type { LogEntry } from '../../api/logEntries.ts';
import { omitUndefined } from '../../fields.ts';
import type { DeploymentSource } from './deploymentSource.ts';
import type { LogSession } from './environmentSession.ts';
import { createSessionCore, type ReadingDeps } from './sessionCore.ts';
import type { LogQuery, LogSessionState } from './sessionState.ts';

interface DeploymentSessionDeps extends ReadingDeps {
  readonly source: DeploymentSource;
}

/**
 * Makes a session of a deployment's log that has read nothing yet. Each reply brings the whole log, so there is
 * nothing older, and no range or filter to read by; it is polled until the service says that it has ended.
 */
export function createDeploymentSession(deps: DeploymentSessionDeps): LogSession {
  const { source } = deps;
  /** The last reply: what the store holds, as the service gave it. */
  let known: readonly DeploymentLogEntry[] = [];
  /** Calls off the question for the result. */
  let stopAsking: (() => void) | undefined;
  let isResultKnown = false;
  let ended: LogSessionState['ended'];

  const reading = createSessionCore(deps, {
    poll: read,
    isStarted: () => !reading.state.failure && !reading.state.stopped,
    isOver: () => ended !== undefined,
    goLive: () => {
      if (!ended) follow.start();
    },
  });
  const { store, follow, changed, update, cancel, dismiss, setLive } = reading;

  /** Takes the log as it is now; says how many entries are new. */
  async function read(signal: AbortSignal): Promise<number> {
    const { logs, hasMoreLogs } = await source.readLogs(signal);
    signal.throwIfAborted();
    const fresh = take(logs);
    const { failure, stopped } = reading.state;
    if (failure || stopped) update({ failure: undefined, stopped: undefined });
    if (!hasMoreLogs) finish();
    return fresh;
  }

  function take(logs: readonly DeploymentLogEntry[]): number {
    // Another log than the one shown, whatever the reason: the two must not mix.
    if (!isContinuation(known, logs)) {
      store.clear();
      deps.onReset();
      known = [];
    }
    const fresh = logs.slice(known.length);
    known = logs;
    store.append(fresh.map(toLogEntry));
    return fresh.length;
  }

  function finish(): void {
    ended = {};
    follow.stop();
    askResult();
    changed();
  }

  /** The end is shown without it as well: the record may say it later than the log. */
  function askResult(): void {
    stopAsking?.();
    stopAsking = source.watchResult((result) => {
      isResultKnown = true;
      ended = result;
      changed();
    });
  }

  /** The whole log, for a user who waits for it. */
  function run(): Promise<void> {
    follow.stop();
    return reading.run('latest', async (signal) => void (await read(signal)));
  }

  function load(query: LogQuery, isLive: boolean): Promise<void> {
    stopAsking?.();
    ended = undefined;
    isResultKnown = false;
    known = [];
    reading.begin(query, isLive);
    return run();
  }

  async function retry(): Promise<void> {
    if (reading.state.failure?.task !== 'live') return run();
    update({ failure: undefined });
    setLive(true);
  }

  return {
    store,
    cancel,
    dismiss,
    setLive,
    load,
    retry,
    get state() {
      return {
        ...reading.state,
        progress: undefined,
        isStarted: false,
        readAt: undefined,
        isTextFull: false,
        isLive: reading.wantsLive && !ended,
        follow: follow.status,
        ...omitUndefined({ ended }),
      };
    },
    loadOlder: async () => 0,
    loadNewer: async () => 0,
    fillGap: async () => undefined,
    end(error) {
      stopAsking?.();
      isResultKnown = true;
      reading.end(error);
    },
    setVisible(isVisible) {
      follow.setVisible(isVisible);
      if (!isVisible) stopAsking?.();
      else if (ended && !isResultKnown) askResult();
    },
    dispose() {
      reading.dispose();
      stopAsking?.();
    },
  };
}

/** Whether a log goes on from what was there. */
function isContinuation(start: readonly DeploymentLogEntry[], logs: readonly DeploymentLogEntry[]): boolean {
  return start.every((entry, index) => {
    const other = logs[index];
    return other !== undefined && entry.timestamp === other.timestamp && entry.content === other.content;
  });
}

/** A build log knows no types: an entry of none. */
function toLogEntry({ timestamp = '', ...more }: DeploymentLogEntry): LogEntry {
  return { timestamp, type: '', ...more };
}
