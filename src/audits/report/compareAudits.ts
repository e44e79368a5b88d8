import type { Audit, AuditResult } from '../../api/audit.ts';
import { omitUndefined } from '../../fields.ts';

/** A check in two runs; absent where it wasn't run. */
export interface CheckPair {
  readonly previous?: AuditResult;
  readonly current?: AuditResult;
}

export interface AuditComparison {
  /** Fail now and didn't before; those that weren't there before, too. */
  readonly newlyFailing: readonly CheckPair[];
  /** Failed before and pass now. */
  readonly fixed: readonly CheckPair[];
  /** Failed before and fail now. */
  readonly stillFailing: readonly CheckPair[];
  /** Failed before and have no result now: skipped, pending, or something newer. */
  readonly undecided: readonly CheckPair[];
  /** Were not there before, whatever they came to. */
  readonly newChecks: readonly CheckPair[];
  /** Are not there any more. */
  readonly removedChecks: readonly CheckPair[];
  /** Both runs have ended with a report: nothing more will come. */
  readonly isComplete: boolean;
}

/** What has changed from one run on a target to the next. Without both reports there is nothing to say: all is empty. */
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

/** In the order of the newer run; what is gone comes last. */
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

/** Of checks with the same ID, the first is compared with the first, and so on. */
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
