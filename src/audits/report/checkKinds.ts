import type { AuditResult } from '../../api/audit.ts';

/**
 * Kinds of checks, the most severe first. `failure`, `warning`, and `info` are failed checks by severity. `other` has
 * an unknown status.
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
      // An unknown severity counts as a failure.
      return severity === 'warning' || severity === 'info' ? severity : 'failure';
    default:
      return 'other';
  }
}

/** Number of checks of each kind. */
export type CheckCounts = Readonly<Record<CheckKind, number>>;

export function countChecks(results: readonly Pick<AuditResult, 'status' | 'severity'>[]): CheckCounts {
  const counts = { failure: 0, warning: 0, info: 0, other: 0, pending: 0, skip: 0, pass: 0 };
  for (const result of results) counts[classifyCheck(result)]++;
  return counts;
}

/** The tones of a verdict. `open`: the result is unknown. */
export const verdictTones = ['failed', 'warned', 'passed', 'open'] as const;
export type VerdictTone = (typeof verdictTones)[number];

/** Rates the checks of an ended audit. Skipped or unknown checks don't count as good results. */
export function rateCounts({ failure, warning, other, pending, skip, pass }: CheckCounts): VerdictTone {
  if (failure > 0) return 'failed';
  if (warning > 0) return 'warned';
  return other + pending > 0 || pass === 0 || skip > pass ? 'open' : 'passed';
}
