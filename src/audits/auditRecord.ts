import type { Audit } from '../api/audit.ts';
import type { TrackingEnd } from '../editor/completionTracker.ts';
import { omitUndefined } from '../fields.ts';
import { type CheckCounts, countChecks } from './report/checkKinds.ts';

/** What an audit is about. */
export interface AuditTarget {
  /** Without query and fragment, which may hold credentials: those are sent and not kept. */
  readonly targetUrl: string;
  /** More was sent than is kept. */
  readonly hasQuery?: true;
  /** Absent: any server, by its URL. */
  readonly environmentId?: string;
  readonly environmentName?: string;
  readonly projectId?: string;
  readonly projectName?: string;
  readonly teamId?: string;
  readonly isProduction?: boolean;
}

/** An audit that was started here: what is remembered of it. No report, and no credential. */
export interface AuditRecord extends AuditTarget {
  readonly id: string;
  /** Times in ms since 1970, by this machine's clock. */
  readonly startedAt: number;
  readonly followedFrom: number;
  /** The later record of an audit is the one that holds. */
  readonly changedAt: number;
  readonly excludeCategories: readonly string[];
  /** What the service has said last: `pending`, `partial`, `completed`, `failed`, or something newer. */
  readonly status?: string;
  /** Absent: the service has sent no report yet, or none at all. */
  readonly counts?: CheckCounts;
  /** Absent: it is followed. */
  readonly end?: TrackingEnd;
  /** Taken out of the history. */
  readonly isRemoved?: true;
}

/** Not of a status that is unknown here. */
export function hasAuditEnded({ status }: Pick<Audit, 'status'>): boolean {
  return status === 'completed' || status === 'failed';
}

/** The run as it is once the service has said this of its audit. */
export function applyAudit(run: AuditRecord, audit: Pick<Audit, 'status' | 'report'>): AuditRecord {
  const { status: _, counts: __, ...rest } = run;
  const { status, report } = audit;
  return {
    ...rest,
    ...omitUndefined({ status }),
    ...(report && { counts: countChecks(report.results) }),
    ...(hasAuditEnded(audit) && { end: 'over' as const }),
  };
}

/** To be asked for again, from now on. What was said of it last stays. */
export function resumeRecord({ end: _, ...run }: AuditRecord, now: number): AuditRecord {
  return { ...run, followedFrom: now };
}

/** Whether asking again may find out more: there was no time, or another account was asked for. */
export function isResumable({ end }: AuditRecord): boolean {
  return end === 'late' || end === 'refused';
}

/** Whether a run is told to be a minute older than when it was drawn. Times in ms since 1970. */
export function isMinuteOlder({ startedAt }: AuditRecord, drawnAt: number, now: number): boolean {
  const minutes = (at: number): number => Math.floor((at - startedAt) / 60_000);
  return minutes(drawnAt) !== minutes(now);
}

export function hasReport(run: AuditRecord): boolean {
  return run.end === 'over' && run.counts !== undefined;
}

export function sumCounts(counts: CheckCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** The same for all audits of one target: an environment, else a URL. */
export function getTargetKey({ environmentId, targetUrl }: AuditTarget): string {
  return environmentId === undefined ? `url ${targetUrl}` : `environment ${environmentId}`;
}

/** The audit of the same target before this one that has a report. `runs`: the newest first. */
export function findPreviousRecord(runs: readonly AuditRecord[], run: AuditRecord): AuditRecord | undefined {
  const key = getTargetKey(run);
  return runs.find(
    (one) =>
      one.id !== run.id && one.startedAt <= run.startedAt && getTargetKey(one) === key && hasReport(one),
  );
}
