import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Batch, BatchOutcome } from './historyWorker.ts';

/** The result of following logs through generated histories. */
interface HistoryRuns {
  /** The seed with which the run can be repeated. */
  readonly seed: number;
  readonly played: number;
  /** The first history that lost or repeated an entry, reduced to its smallest form. */
  readonly counterexample: string | undefined;
}

const workers = 2;
const batchSize = 250;
const workerFile = fileURLToPath(new URL('historyWorker.ts', import.meta.url));

/** Plays `count` histories in several processes, in batches with known seeds, until one fails. */
export async function runHistories(
  count: number,
  seed: number,
  onProgress: (played: number) => void,
): Promise<HistoryRuns> {
  const batches = Array.from({ length: Math.ceil(count / batchSize) }, (_, index): Batch => {
    return { seed: (seed + index) | 0, runs: Math.min(batchSize, count - index * batchSize) };
  });
  let played = 0;
  let counterexample: string | undefined;

  /** Runs one process, which plays batches one after another. */
  const runWorker = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const child = fork(workerFile, { execArgv: [] });
      const next = (): void => {
        const batch = counterexample === undefined ? batches.shift() : undefined;
        if (batch) child.send(batch);
        else child.disconnect();
      };
      child.on('message', (outcome: BatchOutcome) => {
        played += outcome.played;
        counterexample ??= outcome.counterexample;
        onProgress(played);
        next();
      });
      child.on('error', reject);
      child.on('exit', (code) =>
        code === 0
          ? resolve()
          : reject(new Error(`A process that ran histories ended with exit code ${code}.`)),
      );
      next();
    });

  await Promise.all(Array.from({ length: workers }, runWorker));
  return { seed, played, counterexample };
}
