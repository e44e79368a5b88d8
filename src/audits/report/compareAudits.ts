import type { Audit, AuditResult } from '../../api/audit.ts';
import { omitUndefined } from '../../fields.ts';

/** A check in two audits. A field is absent if the audit doesn't contain the check. */
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
  /** Checks that failed before, and now neither pass nor fail: skipped, pending, or with an unknown status. */
  readonly undecided: readonly CheckPair[];
  /** Checks that the previous audit doesn't contain. */
  readonly newChecks: readonly CheckPair[];
  /** Checks that the current audit doesn't contain. */
  readonly removedChecks: readonly CheckPair[];
  /** Whether both audits have completed with a report. */
  readonly isComplete: boolean;
}

/** Compares two audits. If one of them has no report, all lists are empty. */
export function compareAudits(previous: Audit, current: Audit): AuditComparison {
  const pairs =
    previous.report && current.report ? pairChecks(previous.report.results, current.report.results) : [];
  return {
    newlyFailing: pairs.filter(({ previous, current }) => isFailed(current) && !isFailed(previous)),
    fixed: pairs.filter(({ previous, current }) => isFailed(previous) && current?.status === 'pass'),
    stillFailing: pairs.filter(({ previous, current }) => isFailed(previous) && isFailed(current)),
    undecided: pairs.filter(
      ({ previous, current }) =>
        isFailed(previous) && current !== undefined && current.status !== 'pass' && !isFailed(current),
    ),
    newChecks: pairs.filter(({ previous }) => previous === undefined),
    removedChecks: pairs.filter(({ current }) => current === undefined),
    isComplete: isFinished(previous) && isFinished(current),
  };
}

function isFailed(result: AuditResult | undefined): boolean {
  return result?.status === 'fail';
}

function isFinished({ status, report }: Audit): boolean {
  return status === 'completed' && report !== undefined;
}

/** Pairs the checks of two audits, in the order of the current audit. Removed checks are last. */
function pairChecks(
  previousResults: readonly AuditResult[],
  currentResults: readonly AuditResult[],
): readonly CheckPair[] {
  const previousChecks = indexChecks(previousResults);
  const currentChecks = indexChecks(currentResults);
  const pairs = [...currentChecks].map(([key, current]): CheckPair => {
    const previous = previousChecks.get(key);
    return { current, ...omitUndefined({ previous }) };
  });
  const removedChecks = [...previousChecks]
    .filter(([key]) => !currentChecks.has(key))
    .map(([, previous]): CheckPair => ({ previous }));
  return [...pairs, ...removedChecks];
}

/** Returns checks by a key with their ID or name. Checks with the same ID or name are paired in their order. */
function indexChecks(results: readonly AuditResult[]): ReadonlyMap<string, AuditResult> {
  const counts = new Map<string, number>();
  return new Map(
    results.map((result) => {
      const name = JSON.stringify([
        result.checkId ?? null,
        result.checkId === undefined ? result.checkName : null,
      ]);
      const number = (counts.get(name) ?? 0) + 1;
      counts.set(name, number);
      return [`${number} ${name}`, result];
    }),
  );
}
