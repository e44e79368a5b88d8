import type { AuditResult } from '../../api/audit.ts';

/**
 * What a check came to, the most pressing first. `failure`, `warning` and `info` failed, by how bad that is; `other` has
 * a status that isn't known here.
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
      // What isn't known to be harmless counts in full.
      return severity === 'warning' || severity === 'info' ? severity : 'failure';
    default:
      return 'other';
  }
}

/** How many checks came to what. */
export type CheckCounts = Readonly<Record<CheckKind, number>>;

export function countChecks(results: readonly Pick<AuditResult, 'status' | 'severity'>[]): CheckCounts {
  const counts = { failure: 0, warning: 0, info: 0, other: 0, pending: 0, skip: 0, pass: 0 };
  for (const result of results) counts[classifyCheck(result)]++;
  return counts;
}
