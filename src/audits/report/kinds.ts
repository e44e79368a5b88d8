import type { AuditResult } from '../../api/audit.ts';

/**
 * What a check came to, the most pressing first. `failure`, `warning` and `info` failed, by how bad that is; `other` has
 * a status that isn't known here.
 */
export const kinds = ['failure', 'warning', 'info', 'other', 'pending', 'skip', 'pass'] as const;
export type Kind = (typeof kinds)[number];

export function kindOf({ status, severity }: Pick<AuditResult, 'status' | 'severity'>): Kind {
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
export type Counts = Readonly<Record<Kind, number>>;

export function countsOf(results: readonly Pick<AuditResult, 'status' | 'severity'>[]): Counts {
  const counts = { failure: 0, warning: 0, info: 0, other: 0, pending: 0, skip: 0, pass: 0 };
  for (const result of results) counts[kindOf(result)]++;
  return counts;
}
