import type { Audit, AuditResult } from '../../api/audit.ts';
import { omitUndefined } from '../../fields.ts';

/** A check in two audits. A field is absent if that audit doesn't contain the check. */
export interface CheckPair {
  readonly previous?: AuditResult;
  readonly current?: AuditResult;
}

export interface AuditComparison {
  /** Checks that fail now and didn't fail before, including new checks. */
  readonly newlyFailing: readonly CheckPair[];
  /** Checks that failed before and pass now. */
  readonly fixed: readonly CheckPair[];
  /** Checks that fail in both audits. */
  readonly stillFailing: readonly CheckPair[];
  /** Checks that failed before and have no result now: skipped, pending, or with an unknown status. */
  readonly undecided: readonly CheckPair[];
  /** Checks that the previous audit doesn't contain. */
  readonly newChecks: readonly CheckPair[];
  /** Checks that the current audit doesn't contain. */
  readonly removedChecks: readonly CheckPair[];
  /** Whether both audits have ended with a report. */
  readonly isComplete: boolean;
}

/** Compares two audits of a target. All lists are empty if one of them has no report. */
export function compareAudits(previous: Audit, current: Audit): AuditComparison {
  const pairs =
    previous.report && current.report ? pairChecks(previous.report.results, current.report.results) : [];
  const which = (is: (pair: CheckPair) => boolean): readonly CheckPair[] => pairs.filter(is);
  return {
    newlyFailing: which((one) => isFailed(one.current) && !isFailed(one.previous)),
    fixed: which((one) => isFailed(one.previous) && one.current?.status === 'pass'),
    stillFailing: which((one) => isFailed(one.previous) && isFailed(one.current)),
    undecided: which(
      (one) =>
        isFailed(one.previous) &&
        one.current !== undefined &&
        one.current.status !== 'pass' &&
        !isFailed(one.current),
    ),
    newChecks: which((one) => one.previous === undefined),
    removedChecks: which((one) => one.current === undefined),
    isComplete: isFinished(previous) && isFinished(current),
  };
}

function isFailed(result: AuditResult | undefined): boolean {
  return result?.status === 'fail';
}

function isFinished({ status, report }: Audit): boolean {
  return status === 'completed' && report !== undefined;
}

/** Pairs the checks of two audits, in the order of the newer audit. Removed checks are last. */
function pairChecks(before: readonly AuditResult[], after: readonly AuditResult[]): readonly CheckPair[] {
  const older = indexChecks(before);
  const newer = indexChecks(after);
  const pairs = [...newer].map(([key, current]): CheckPair => {
    const previous = older.get(key);
    return { current, ...omitUndefined({ previous }) };
  });
  const gone = [...older].filter(([key]) => !newer.has(key)).map(([, previous]): CheckPair => ({ previous }));
  return [...pairs, ...gone];
}

/** Returns checks by their ID or name. Duplicates are numbered, so that they are compared in their order. */
function indexChecks(results: readonly AuditResult[]): ReadonlyMap<string, AuditResult> {
  const counts = new Map<string, number>();
  return new Map(
    results.map((result) => {
      const name = JSON.stringify([
        result.checkId ?? null,
        result.checkId === undefined ? result.checkName : null,
      ]);
      const nth = (counts.get(name) ?? 0) + 1;
      counts.set(name, nth);
      return [`${nth} ${name}`, result];
    }),
  );
}
