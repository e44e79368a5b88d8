import type { AuditResult } from '../../api/audit.ts';

/**
 * The kinds of checks, the most severe first. `failure`, `warning`, and `info` are failed checks, by their severity.
 * `other` are checks with a status that this client doesn't know.
 */
export const checkKinds = ['failure', 'warning', 'info', 'other', 'pending', 'skip', 'pass'] as const;
export type CheckKind = (typeof checkKinds)[number];

export function classifyCheck({ status, severity }: Pick<AuditResult, 'status' | 'severity'>): CheckKind {
  switch (status) {
    case 'pass':
    case 'skip':
    case 'pending':
      return status;
    case 'fail':
      // A failed check with an unknown severity is a failure.
      return severity === 'warning' || severity === 'info' ? severity : 'failure';
    default:
      return 'other';
  }
}

/** Whether a check failed, with any severity. */
export function isProblem({ kind }: { readonly kind: CheckKind }): boolean {
  return kind === 'failure' || kind === 'warning' || kind === 'info';
}

/** The number of checks of each kind. */
export type CheckCounts = Readonly<Record<CheckKind, number>>;

export function countChecks(results: readonly Pick<AuditResult, 'status' | 'severity'>[]): CheckCounts {
  const counts = { failure: 0, warning: 0, info: 0, other: 0, pending: 0, skip: 0, pass: 0 };
  for (const result of results) counts[classifyCheck(result)]++;
  return counts;
}

/** The overall results of an audit, which determine colors and icons. `open`: the result isn't clear. */
export const verdictTones = ['failed', 'warned', 'passed', 'open'] as const;
export type VerdictTone = (typeof verdictTones)[number];

/**
 * Returns the overall result of an audit that has ended. Without failures and warnings, the result is `open` if checks
 * are pending or have an unknown status, or if more checks were skipped than passed.
 */
export function rateCounts({ failure, warning, other, pending, skip, pass }: CheckCounts): VerdictTone {
  if (failure > 0) return 'failed';
  if (warning > 0) return 'warned';
  return other + pending > 0 || pass === 0 || skip > pass ? 'open' : 'passed';
}
