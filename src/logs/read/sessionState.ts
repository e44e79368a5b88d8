import type { TimeRange } from '../timeRange.ts';
import type { LivePollingStatus } from './livePolling.ts';
import type { ServiceFilter } from './logSource.ts';

/** What a panel shows: a range (E7), or the latest entries (E8). */
export interface LogQuery {
  readonly range?: TimeRange;
  readonly filter: ServiceFilter;
}

/** A reading that a user waits for; one at a time. */
export type ReadingTask = 'latest' | 'range' | 'older' | 'newer';

/** What became of a deployment, as far as the service says it. */
export interface DeploymentResult {
  /** `deployed`, `failed`, `canceled`, or something newer. */
  readonly status?: string;
  readonly durationMs?: number;
}

/** All that a view shows beside the rows. */
export interface LogSessionState {
  readonly query: LogQuery;
  readonly task: ReadingTask | undefined;
  /** The last thing that failed; what was loaded before stays. */
  readonly failure: { readonly task: ReadingTask | 'live'; readonly error: unknown } | undefined;
  /** The reading ended before its range did; `retry` goes on from there. `text`: at the limit of text. */
  readonly stopped: 'cancelled' | 'limit' | 'text' | undefined;
  /** How much of a range is read, from 0 to 1; undefined while no one can say. */
  readonly progress: number | undefined;
  /** No older entries were found, searched back to this time (ms). */
  readonly nothingBefore: number | undefined;
  /** Something was read, after which newer entries can be asked for. */
  readonly isStarted: boolean;
  /** When the newest entries were last read, by this machine's clock (ms). */
  readonly readAt: number | undefined;
  /** The texts took up what they may: entries were left out, or the oldest let go of. */
  readonly isTextFull: boolean;
  /** How late entries arrive as a rule (ms, whole minutes); undefined: in time, as far as anyone knows. */
  readonly lateBy?: number | undefined;
  readonly isLive: boolean;
  readonly follow: LivePollingStatus;
  /** Nothing will ever come any more: the log of a deployment that is over. */
  readonly ended?: DeploymentResult;
}

/** Of a session that hasn't begun. */
export const initialState: Pick<LogSessionState, 'query' | 'task' | 'failure' | 'stopped' | 'nothingBefore'> =
  {
    query: { filter: {} },
    task: undefined,
    failure: undefined,
    stopped: undefined,
    nothingBefore: undefined,
  };
