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
  /** The last failure. Entries that were loaded before stay. */
  readonly failure: { readonly task: ReadingTask | 'live'; readonly error: unknown } | undefined;
  /** The reason why a task ended early. `retry` continues it. `text` means the text limit. */
  readonly stopReason: 'cancelled' | 'limit' | 'text' | undefined;
  /** Time in milliseconds back to which no older entries were found. */
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
