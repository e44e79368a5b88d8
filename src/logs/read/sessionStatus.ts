import type { LivePollingStatus } from './livePolling.ts';
import type { LogReaderStatus } from './logReader.ts';
import type { LogQuery } from './logSource.ts';

/** A task that the user waits for. Only one runs at a time. */
export type ReadingTask = 'latest' | 'range' | 'older' | 'newer';

/** The result of a deployment, as far as the service reports it. */
export interface DeploymentResult {
  /** `deployed`, `failed`, `canceled`, or a newer value. */
  readonly status?: string;
  readonly durationMs?: number;
}

/** Everything that a panel shows besides the rows. */
export interface LogSessionStatus extends Omit<LogReaderStatus, 'loadedFrom'> {
  readonly query: LogQuery;
  readonly task: ReadingTask | undefined;
  /** The last failure. Entries that were loaded before it are kept. */
  readonly failure: { readonly task: ReadingTask | 'live'; readonly error: unknown } | undefined;
  /** The reason why a task ended early: the user, the row limit, or the text limit. `retry` continues the task. */
  readonly stopReason: 'canceled' | 'limit' | 'text' | undefined;
  /** A search for older entries went back to this time (milliseconds since the epoch), and found none. */
  readonly searchedBackTo: number | undefined;
  readonly isLive: boolean;
  readonly polling: LivePollingStatus;
  /** Set if no entries can follow, because the deployment has ended. */
  readonly result?: DeploymentResult;
}

/** The part of a status that tasks change. */
export type TaskStatus = Pick<
  LogSessionStatus,
  'query' | 'task' | 'failure' | 'stopReason' | 'searchedBackTo'
>;

export const initialTaskStatus: TaskStatus = {
  query: { filter: {} },
  task: undefined,
  failure: undefined,
  stopReason: undefined,
  searchedBackTo: undefined,
};
