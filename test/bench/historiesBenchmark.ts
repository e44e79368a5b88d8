import { randomInt } from 'node:crypto';
import { runHistories } from './historyRuns.ts';
import type { Measurement } from './measurement.ts';
import { sized } from './size.ts';

const count = sized(100_000, 20);

/**
 * Follows the logs of a service through generated histories. In the end, each must have the same entries as
 * the service.
 */
export async function run(): Promise<Measurement[]> {
  const { seed, counterexample } = await runHistories(count, randomInt(2 ** 31), () => undefined);
  if (counterexample !== undefined) console.error(`Seed ${seed}:\n${counterexample}`);
  return [
    {
      name: `Generated log histories with lost or repeated entries, out of ${count.toLocaleString('en')}`,
      value: counterexample === undefined ? 0 : 1,
      unit: '',
      budget: { quantity: 'value', max: 0 },
    },
  ];
}
