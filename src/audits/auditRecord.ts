import type { Audit } from '../api/audit.ts';
import type { TrackingEnd } from '../editor/completionTracker.ts';
import { omitUndefined } from '../fields.ts';
import { type CheckCounts, countChecks } from './report/checkKinds.ts';

/** The target of an audit. */
export interface AuditTarget {
  /** The URL without query and fragment. These can contain credentials, so they are sent but not stored. */
  readonly targetUrl: string;
  /** Whether the URL had a query when it was sent. */
  readonly hasQuery?: true;
  /** Absent if the user entered the URL of the target. */
  readonly environmentId?: string;
  readonly environmentName?: string;
  readonly projectId?: string;
  readonly projectName?: string;
  readonly teamId?: string;
  readonly isProduction?: boolean;
}

/** The saved data of an audit that was started in this editor. It contains no report and no credentials. */
export interface AuditRecord extends AuditTarget {
  readonly id: string;
  /** The start in milliseconds since the epoch, by the clock of this machine. */
  readonly startedAt: number;
  /** The time since which the status is read until the audit ends, in milliseconds since the epoch. */
  readonly followedFrom: number;
  /**
   * The time of the last change in milliseconds since the epoch. Of several records of an audit, the latest one is
   * used.
   */
  readonly changedAt: number;
  readonly excludeCategories: readonly string[];
  /**
   * The last status from the service: `pending`, `partial`, `completed`, `failed`, or one that this client doesn't
   * know.
   */
  readonly status?: string;
  /** The number of checks in the last report. Absent if the service hasn't returned a report. */
  readonly counts?: CheckCounts;
  /** Why the status is no longer read. Absent while the audit is followed, which means that its status is read. */
  readonly end?: TrackingEnd;
  /** Whether the record was removed from the history. */
  readonly isRemoved?: true;
}

/** Whether an audit has ended. An unknown status counts as running. */
export function hasAuditEnded({ status }: Pick<Audit, 'status'>): boolean {
  return status === 'completed' || status === 'failed';
}

/** Whether a status is known and means that the audit is running. */
export function isRunningStatus(status: string | undefined): status is undefined | 'pending' | 'partial' {
  return status === undefined || status === 'pending' || status === 'partial';
}

/** Returns the record with the status and counts of an audit from the service. */
export function applyAudit(record: AuditRecord, audit: Pick<Audit, 'status' | 'report'>): AuditRecord {
  const { status: _, counts: __, ...rest } = record;
  const { status, report } = audit;
  return {
    ...rest,
    ...omitUndefined({ status }),
    ...(report && { counts: countChecks(report.results) }),
    ...(hasAuditEnded(audit) && { end: 'over' as const }),
  };
}

/** Returns a record for an audit that is followed again from now on. Keeps the last status. */
export function resumeRecord({ end: _, ...record }: AuditRecord, now: number): AuditRecord {
  return { ...record, followedFrom: now };
}

/** Whether an audit can be followed again: the time limit was reached, or the account couldn't read the audit. */
export function isResumable({ end }: AuditRecord): boolean {
  return end === 'late' || end === 'refused';
}

/** Whether the age in full minutes has changed since the record was drawn. Times are in milliseconds since 1970. */
export function hasElapsedTimeChanged({ startedAt }: AuditRecord, drawnAt: number, now: number): boolean {
  const getMinutes = (time: number): number => Math.floor((time - startedAt) / 60_000);
  return getMinutes(drawnAt) !== getMinutes(now);
}

/** Whether an audit has ended with a report. */
export function hasReport(record: AuditRecord): boolean {
  return record.end === 'over' && record.counts !== undefined;
}

/** Whether the result of an audit can't be known, or not yet because its status is unknown. */
export function isResultUnknown({ end, status, counts }: AuditRecord): boolean {
  if (end === undefined) return !isRunningStatus(status);
  if (end === 'late') return false;
  return end !== 'over' || (status !== 'failed' && !counts);
}

export function sumCounts(counts: CheckCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Returns a key that is the same for all audits of a target. */
export function getTargetKey({ environmentId, targetUrl }: AuditTarget): string {
  return environmentId === undefined ? `url ${targetUrl}` : `environment ${environmentId}`;
}

/**
 * Returns the latest earlier audit of the same target that has a report. `records` must be sorted, the newest first.
 */
export function findPreviousRecord(
  records: readonly AuditRecord[],
  record: AuditRecord,
): AuditRecord | undefined {
  const key = getTargetKey(record);
  return records.find(
    (other) =>
      other.id !== record.id &&
      other.startedAt <= record.startedAt &&
      getTargetKey(other) === key &&
      hasReport(other),
  );
}
