import type { Counts } from './kinds.ts';

/** `open`: nothing can be said, or not yet. */
export const tones = ['failed', 'warned', 'passed', 'open'] as const;
export type Tone = (typeof tones)[number];

/** What checks come to that are over. What wasn't checked, or mostly not, is no good news. */
export function toneOf({ failure, warning, other, pending, skip, pass }: Counts): Tone {
  if (failure > 0) return 'failed';
  if (warning > 0) return 'warned';
  return other + pending > 0 || pass === 0 || skip > pass ? 'open' : 'passed';
}
