import type { DeploymentState } from './deployment.ts';

/**
 * The latest deployment on the page of an environment. `none`: the environment has no deployments. `unlisted`: the
 * service doesn't list deployments.
 */
export type LastDeployment = DeploymentSummary | 'none' | 'unlisted';

/** A deployment, and its texts for the page of an environment. */
interface DeploymentSummary {
  readonly deployment: DeploymentState & {
    readonly id: string;
    readonly sourceCommitId?: string | undefined;
    readonly sourceRef?: string | undefined;
    readonly authorUsername?: string | undefined;
  };
  readonly subject: string;
  /** The deployment that the environment runs. Absent if there is none, or the service doesn't report it. */
  readonly current?: { readonly subject: string } | undefined;
  readonly commit?: string | undefined;
  readonly duration?: string | undefined;
  /** An HTTP or HTTPS URL. */
  readonly pageUrl?: string | undefined;
}

/** The texts of a telemetry destination. They contain no secrets: headers have names, but no values. */
export interface DestinationSummary {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly isSuspended: boolean;
  /** The latest failure, and a text about its remedy. */
  readonly failure?: { readonly reason: string; readonly remedy: string } | undefined;
  readonly endpoint?: string | undefined;
  readonly protocol: string;
  readonly scope: string;
  readonly headers: readonly { readonly name: string; readonly kind: string }[];
}

/** The texts of a playground. */
export interface PlaygroundSummary {
  readonly isEnabled: boolean;
  readonly status: string;
  readonly isWritable: boolean;
  /** The text in place of the description if there is none. */
  readonly invitation?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly prompts: readonly { readonly title: string; readonly prompt: string }[];
  readonly headers: readonly {
    readonly name: string;
    readonly description?: string | undefined;
    readonly kind: string;
  }[];
}

/** A summary, and the service's response that it was created from. Commands return the response. */
export interface SummaryWithResponse<Summary> {
  readonly summary: Summary;
  readonly response: unknown;
}

/** The numbers of a project in a time range, one for each interval. Times are in milliseconds since the epoch. */
export interface UsageSummary {
  readonly from: number;
  readonly to: number;
  /** The length of an interval in milliseconds. */
  readonly intervalMs: number;
  /** Only series for which the service returned values. */
  readonly series: readonly UsageSeries[];
}

/** `latency` is in milliseconds. Of several tools, an interval has the latency of the slowest one. */
export interface UsageSeries {
  readonly key: 'requests' | 'errors' | 'latency';
  /** The sum of the counts, or the median of the latencies of all tools. */
  readonly total: number;
  /** The starts of the intervals, ascending. */
  readonly times: readonly number[];
  /** A value for each time, or `null` if the service returned none. */
  readonly values: readonly (number | null)[];
}

/** The latest entries of the level *Error* in the log of an environment. */
export interface LatestErrors {
  /** The errors of the last 24 hours, or the latest ones if there are none. The newest comes first. */
  readonly errors: readonly LoggedError[];
  /** The number of entries in the last 24 hours. */
  readonly dayCount: number;
  /** Whether the log might have more entries in the last 24 hours. */
  readonly isDayIncomplete: boolean;
}

/** The entries of a log that have the same text. */
export interface LoggedError {
  /** The time of the latest entry in milliseconds since the epoch. */
  readonly time: number;
  /** The message, or its first line. */
  readonly text: string;
  /** The number of entries. */
  readonly count: number;
}

/** An audit that was started in this editor. */
export interface AuditSummary {
  readonly auditId: string;
  /** Absent while the audit is running, or if it has no result. */
  readonly tone?: 'failed' | 'warned' | 'passed' | 'open' | undefined;
  readonly isRunning: boolean;
  readonly result: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}
