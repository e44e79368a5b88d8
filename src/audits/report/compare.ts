import type { Audit, AuditResult } from '../../api/audit.ts';
import { defined } from '../../fields.ts';

/** A check in two runs; absent where it wasn't run. */
export interface Compared {
  readonly previous?: AuditResult;
  readonly current?: AuditResult;
}

export interface Comparison {
  /** Fail now and didn't before; those that weren't there before, too. */
  readonly newlyFailing: readonly Compared[];
  /** Failed before and pass now. */
  readonly fixed: readonly Compared[];
  /** Failed before and fail now. */
  readonly stillFailing: readonly Compared[];
  /** Failed before and have no result now: skipped, pending, or something newer. */
  readonly undecided: readonly Compared[];
  /** Were not there before, whatever they came to. */
  readonly newChecks: readonly Compared[];
  /** Are not there any more. */
  readonly goneChecks: readonly Compared[];
  /** Both runs have ended with a report: nothing more will come. */
  readonly isComplete: boolean;
}

/** What has changed from one run on a target to the next. Without both reports there is nothing to say: all is empty. */
export function compareAudits(previous: Audit, current: Audit): Comparison {
  const pairs =
    previous.report && current.report ? pairsOf(previous.report.results, current.report.results) : [];
  const which = (is: (pair: Compared) => boolean): readonly Compared[] => pairs.filter(is);
  return {
    newlyFailing: which((one) => fails(one.current) && !fails(one.previous)),
    fixed: which((one) => fails(one.previous) && one.current?.status === 'pass'),
    stillFailing: which((one) => fails(one.previous) && fails(one.current)),
    undecided: which(
      (one) =>
        fails(one.previous) &&
        one.current !== undefined &&
        one.current.status !== 'pass' &&
        !fails(one.current),
    ),
    newChecks: which((one) => one.previous === undefined),
    goneChecks: which((one) => one.current === undefined),
    isComplete: hasEnded(previous) && hasEnded(current),
  };
}

function fails(result: AuditResult | undefined): boolean {
  return result?.status === 'fail';
}

function hasEnded({ status, report }: Audit): boolean {
  return status === 'completed' && report !== undefined;
}

/** In the order of the newer run; what is gone comes last. */
function pairsOf(before: readonly AuditResult[], after: readonly AuditResult[]): readonly Compared[] {
  const older = byKey(before);
  const newer = byKey(after);
  const pairs = [...newer].map(([key, current]): Compared => {
    const previous = older.get(key);
    return { current, ...defined({ previous }) };
  });
  const gone = [...older].filter(([key]) => !newer.has(key)).map(([, previous]): Compared => ({ previous }));
  return [...pairs, ...gone];
}

/** Of checks with the same ID, the first is compared with the first, and so on. */
function byKey(results: readonly AuditResult[]): ReadonlyMap<string, AuditResult> {
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
