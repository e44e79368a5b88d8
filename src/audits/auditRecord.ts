import type { Audit } from '../api/audit.ts';
import type { TrackingEnd } from '../editor/completionTracker.ts';
import { omitUndefined } from '../fields.ts';
import { type CheckCounts, countChecks } from './report/checkKinds.ts';

/** The target of an audit. */
export interface AuditTarget {
  /** The URL without query and fragment, which can contain credentials. They are sent but not stored. */
  readonly targetUrl: string;
  /** Whether the URL had a query when it was sent. */
  readonly hasQuery?: true;
  /** Absent for a target that was given by its URL. */
  readonly environmentId?: string;
  readonly environmentName?: string;
  readonly projectId?: string;
  readonly projectName?: string;
  readonly teamId?: string;
  readonly isProduction?: boolean;
}

/** An audit that was started in this editor. It contains no report and no credentials. */
export interface AuditRecord extends AuditTarget {
  readonly id: string;
  /** The time of this machine's clock, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly followedFrom: number;
  /** The last change. If there are several records of an audit, the latest one is used. */
  readonly changedAt: number;
  readonly excludeCategories: readonly string[];
  /** The last status from the service: `pending`, `partial`, `completed`, `failed`, or an unknown one. */
  readonly status?: string;
  /** Absent if the service hasn't sent a report. */
  readonly counts?: CheckCounts;
  /** Absent while the audit is followed. */
  readonly end?: TrackingEnd;
  /** Whether the record was removed from the history. */
  readonly isRemoved?: true;
}

/** Whether an audit has ended. An unknown status counts as running. */
export function hasAuditEnded({ status }: Pick<Audit, 'status'>): boolean {
  return status === 'completed' || status === 'failed';
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

/** Returns the record so that it's followed again from now on, with its last status. */
export function resumeRecord({ end: _, ...record }: AuditRecord, now: number): AuditRecord {
  return { ...record, followedFrom: now };
}

/** Whether following the audit again can succeed: the time limit was reached, or the account wasn't allowed to read it. */
export function isResumable({ end }: AuditRecord): boolean {
  return end === 'late' || end === 'refused';
}

/** Whether the age in full minutes has changed since the record was drawn. Times are in milliseconds since 1970. */
export function hasElapsedTimeChanged({ startedAt }: AuditRecord, drawnAt: number, now: number): boolean {
  const minutes = (at: number): number => Math.floor((at - startedAt) / 60_000);
  return minutes(drawnAt) !== minutes(now);
}

export function hasReport(record: AuditRecord): boolean {
  return record.end === 'over' && record.counts !== undefined;
}

export function sumCounts(counts: CheckCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Returns the key that all audits of a target share: its environment, or else its URL. */
export function getTargetKey({ environmentId, targetUrl }: AuditTarget): string {
  return environmentId === undefined ? `url ${targetUrl}` : `environment ${environmentId}`;
}

/** Returns the latest earlier audit of the same target with a report. `records`: the newest first. */
export function findPreviousRecord(
  records: readonly AuditRecord[],
  record: AuditRecord,
): AuditRecord | undefined {
  const key = getTargetKey(record);
  return records.find(
    (one) =>
      one.id !== record.id &&
      one.startedAt <= record.startedAt &&
      getTargetKey(one) === key &&
      hasReport(one),
  );
}
