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
 * A session that reads the log of a deployment. Each response contains the complete log, so there are no older entries,
 * ranges, or filters. The session polls until the service reports the end of the deployment.
 */
export function createDeploymentSession(deps: DeploymentSessionDeps): LogSession {
  const { source } = deps;
  /** The entries of the last response, which the store contains. */
  let known: readonly DeploymentLogEntry[] = [];
  /** Stops waiting for the result of the deployment. */
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

  /** Stores the current log, and returns the number of new entries. */
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
    // The log was replaced. Entries of both must not be mixed.
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

  /** Waits for the result. The service might report it after the end of the log, which is shown immediately. */
  function askResult(): void {
    stopAsking?.();
    stopAsking = source.watchResult((result) => {
      isResultKnown = true;
      ended = result;
      changed();
    });
  }

  /** Loads the complete log as a task that the user sees. */
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

/** Whether `logs` begins with the entries in `start`. */
function isContinuation(start: readonly DeploymentLogEntry[], logs: readonly DeploymentLogEntry[]): boolean {
  return start.every((entry, index) => {
    const other = logs[index];
    return other !== undefined && entry.timestamp === other.timestamp && entry.content === other.content;
  });
}

/** Entries of a build log have no type. */
function toLogEntry({ timestamp = '', ...more }: DeploymentLogEntry): LogEntry {
  return { timestamp, type: '', ...more };
}
