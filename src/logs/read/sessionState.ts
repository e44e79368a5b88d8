import type { TimeRange } from '../timeRange.ts';
import type { LivePollingStatus } from './livePolling.ts';
import type { ServiceFilter } from './logSource.ts';

/**
 * The entries that a panel shows: a range (`environments.getLogs`), or the latest entries
 * (`environments.getLatestLogs`).
 */
export interface LogQuery {
  readonly range?: TimeRange;
  readonly filter: ServiceFilter;
}

/** A task that the user waits for. Only one runs at a time. */
export type ReadingTask = 'latest' | 'range' | 'older' | 'newer';

/** The result of a deployment, as far as the service reports it. */
export interface DeploymentResult {
  /** `deployed`, `failed`, `canceled`, or a newer value. */
  readonly status?: string;
  readonly durationMs?: number;
}

/** Everything that a panel shows besides the rows. */
export interface LogSessionState {
  readonly query: LogQuery;
  readonly task: ReadingTask | undefined;
  /** The last failure. Entries that were loaded before stay. */
  readonly failure: { readonly task: ReadingTask | 'live'; readonly error: unknown } | undefined;
  /** The reason why a task ended early. `retry` continues it. `text` means the text limit. */
  readonly stopped: 'cancelled' | 'limit' | 'text' | undefined;
  /** Progress of reading a range, from 0 to 1. `undefined` if it's unknown. */
  readonly progress: number | undefined;
  /** Time in milliseconds back to which no older entries were found. */
  readonly nothingBefore: number | undefined;
  /** Whether something was read, so that newer entries can be loaded. */
  readonly isStarted: boolean;
  /** The time of this machine, in milliseconds, when the newest entries were read. */
  readonly readAt: number | undefined;
  /** Whether entries were left out or removed because of the text limit. */
  readonly isTextFull: boolean;
  /** The typical delay of entries in whole minutes, in milliseconds. `undefined` if it's short or unknown. */
  readonly lateBy?: number | undefined;
  readonly isLive: boolean;
  readonly follow: LivePollingStatus;
  /** Set if no entries can follow, because the deployment has ended. */
  readonly ended?: DeploymentResult;
}

/** The state of a session before its first task. */
export const initialState: Pick<LogSessionState, 'query' | 'task' | 'failure' | 'stopped' | 'nothingBefore'> =
  {
    query: { filter: {} },
    task: undefined,
    failure: undefined,
    stopped: undefined,
    nothingBefore: undefined,
  };
