import type { CheckCounts } from './checkKinds.ts';

/** `open`: nothing can be said, or not yet. */
export const verdictTones = ['failed', 'warned', 'passed', 'open'] as const;
export type VerdictTone = (typeof verdictTones)[number];

/** What checks come to that are over. What wasn't checked, or mostly not, is no good news. */
export function rateCounts({ failure, warning, other, pending, skip, pass }: CheckCounts): VerdictTone {
  if (failure > 0) return 'failed';
  if (warning > 0) return 'warned';
  return other + pending > 0 || pass === 0 || skip > pass ? 'open' : 'passed';
}
