import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runHistories } from './historyRuns.ts';

const usage = `Usage: npm run histories -- [count] [--seed N]
  count      number of generated log histories to run (default 100000)
  --seed N   repeat a run that printed this seed`;

/** Runs `npm run histories`. Fails with the first history that loses or repeats an entry. */
async function runHistoriesCommand(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string' } },
  });
  const count = Number(positionals[0] ?? 100_000);
  const seed = Number(values.seed ?? randomInt(2 ** 31));
  if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed)) {
    console.error(usage);
    return 2;
  }
  console.log(`Running ${count.toLocaleString('en')} generated log histories with seed ${seed}.`);
  const started = performance.now();
  let reported = 0;
  const { played, counterexample } = await runHistories(count, seed, (now) => {
    const tenths = Math.floor((now / count) * 10);
    if (tenths > reported) console.log(`  ${now.toLocaleString('en')} histories after ${seconds(started)} s`);
    reported = tenths;
  });
  if (counterexample !== undefined) {
    console.error(`\nAn entry was lost or repeated with seed ${seed}:\n${counterexample}`);
    return 1;
  }
  console.log(`No entry was lost or repeated in ${played.toLocaleString('en')} histories.`);
  return 0;
}

function seconds(since: number): number {
  return Math.round((performance.now() - since) / 1000);
}

process.exitCode = await runHistoriesCommand();
