import { randomInt } from 'node:crypto';
import { runHistories } from './historyRuns.ts';
import type { Measurement } from './measurement.ts';
import { sized } from './size.ts';

const count = sized(100_000, 20);

/** Following a service through generated histories: each either holds at the end what the service does, or fails. */
export async function run(): Promise<Measurement[]> {
  const { seed, counterexample } = await runHistories(count, randomInt(2 ** 31), () => undefined);
  if (counterexample !== undefined) console.error(`Seed ${seed}:\n${counterexample}`);
  return [
    {
      name: `Generated log histories with lost or repeated entries, out of ${count.toLocaleString('en')}`,
      value: counterexample === undefined ? 0 : 1,
      unit: '',
      budget: { of: 'value', most: 0 },
    },
  ];
}
