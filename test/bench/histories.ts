import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runHistories } from './historyRuns.ts';

/** `npm run histories -- [count] [--seed N]`: fails with the history that lost or repeated an entry. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string' } },
  });
  const count = Number(positionals[0] ?? 100_000);
  const seed = Number(values.seed ?? randomInt(2 ** 31));
  if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed)) {
    console.error('Usage: npm run histories -- [count] [--seed N]');
    return 2;
  }
  console.log(`Playing ${count.toLocaleString('en')} histories, seed ${seed}.`);
  const started = performance.now();
  let shown = 0;
  const { played, counterexample } = await runHistories(count, seed, (now) => {
    const tenths = Math.floor((now / count) * 10);
    if (tenths > shown) console.log(`  ${now.toLocaleString('en')} after ${seconds(started)} s`);
    shown = tenths;
  });
  if (counterexample !== undefined) {
    console.error(`\nLost or repeated, seed ${seed}:\n${counterexample}`);
    return 1;
  }
  console.log(`Nothing lost and nothing repeated in ${played.toLocaleString('en')} histories.`);
  return 0;
}

function seconds(since: number): number {
  return Math.round((performance.now() - since) / 1000);
}

process.exitCode = await main();
