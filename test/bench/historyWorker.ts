import fc from 'fast-check';
import { histories, play } from '../unit/logs/histories.ts';

/** A batch of histories with one seed. */
export interface Batch {
  readonly seed: number;
  readonly runs: number;
}

export interface BatchOutcome {
  readonly played: number;
  readonly counterexample?: string;
}

process.on('message', ({ seed, runs }: Batch) => {
  void playBatch(seed, runs).then((outcome) => process.send?.(outcome));
});

async function playBatch(seed: number, numRuns: number): Promise<BatchOutcome> {
  const details = await fc.check(fc.asyncProperty(histories, play), { seed, numRuns });
  if (!details.failed) return { played: details.numRuns };
  return {
    played: details.numRuns,
    counterexample: (await fc.asyncDefaultReportMessage(details)) ?? 'failed',
  };
}
