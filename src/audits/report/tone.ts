import type { CheckCounts } from './checkKinds.ts';

/** The tones of a verdict. `open`: the result is unknown. */
export const verdictTones = ['failed', 'warned', 'passed', 'open'] as const;
export type VerdictTone = (typeof verdictTones)[number];

/** Rates the checks of an ended audit. Skipped or unknown checks don't count as good results. */
export function rateCounts({ failure, warning, other, pending, skip, pass }: CheckCounts): VerdictTone {
  if (failure > 0) return 'failed';
  if (warning > 0) return 'warned';
  return other + pending > 0 || pass === 0 || skip > pass ? 'open' : 'passed';
}
