import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { kindNames, kinds } from '../unit/auth/rotations/settings.ts';
import { live, type Outcome } from '../unit/auth/rotations.ts';

/** The maximum number of renewals in one simulated world. */
const longest = 100;

interface RotationTotals {
  rotations: number;
  requests: number;
  faults: number;
  needed: number;
  notNeeded: number;
  virtualMs: number;
}

const usage = `Usage: npm run rotations -- [rotations] [windows] [--seed N]
  rotations  number of token renewals to simulate (default 10000)
  windows    number of windows that share the sign-in (default 5)
  --seed N   repeat a run that printed this seed`;

/** Runs `npm run rotations`. Fails if a window signs a user out unnecessarily. */
async function runRotations(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string' } },
  });
  const rotations = Number(positionals[0] ?? 10_000);
  const windows = Number(positionals[1] ?? 5);
  const seed = Number(values.seed ?? randomInt(2 ** 31));
  if (![rotations, windows].every((one) => Number.isSafeInteger(one) && one > 0) || !Number.isInteger(seed)) {
    console.error(usage);
    return 2;
  }
  console.log(
    `Simulating ${rotations.toLocaleString('en')} token renewals in ${windows} windows with seed ${seed}.`,
  );
  const started = performance.now();
  const table: Record<string, Record<string, number>> = {};
  const total = createTotals();
  const issues: string[] = [];
  for (const [index, kind] of kindNames.entries()) {
    const share = Math.floor(((index + 1) * rotations) / kindNames.length) - total.rotations;
    const sum = await simulateKind(kind, { rotations: share, windows, seed: seed + 7919 * index }, issues);
    for (const name of Object.keys(sum) as (keyof RotationTotals)[]) total[name] += sum[name];
    table[kind] = formatTotals(sum);
  }
  console.table({ ...table, total: formatTotals(total) });
  console.log(`Finished in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  for (const issue of issues.slice(0, 20)) console.error(issue);
  return total.notNeeded > 0 || issues.length > 0 ? 1 : 0;
}

/** Simulates worlds of one kind, and adds their issues to `issues`. Returns the totals. */
async function simulateKind(
  kind: (typeof kindNames)[number],
  options: { readonly rotations: number; readonly windows: number; readonly seed: number },
  issues: string[],
): Promise<RotationTotals> {
  const sum = createTotals();
  for (let world = 0; sum.rotations < options.rotations; world++) {
    const seed = options.seed + 104_729 * world;
    const outcome = await live({
      ...kinds[kind],
      seed,
      windows: options.windows,
      faults: [0.1, 0.3, 0.6][world % 3] ?? 0,
      hasStops: true,
      lifeMs: (world % 2 === 0 ? 2 : 10) * 60_000,
      graceAnswer: world % 4 < 2 ? 'same' : 'further',
      rotations: Math.min(longest, options.rotations - sum.rotations),
    });
    addOutcome(sum, outcome);
    const signOuts = kinds[kind].lostReplies === 'any' ? 0 : outcome.needed;
    const problems = signOuts > 0 ? [...outcome.issues, `${signOuts} sign-outs`] : outcome.issues;
    issues.push(...problems.map((issue) => `${kind}, seed ${seed}: ${issue}`));
  }
  return sum;
}

function createTotals(): RotationTotals {
  return { rotations: 0, requests: 0, faults: 0, needed: 0, notNeeded: 0, virtualMs: 0 };
}

function addOutcome(sum: RotationTotals, outcome: Outcome): void {
  for (const name of Object.keys(sum) as (keyof RotationTotals)[]) sum[name] += outcome[name];
}

function formatTotals({ needed, notNeeded, virtualMs, ...counts }: RotationTotals): Record<string, number> {
  return {
    ...counts,
    'unavoidable token reuses': needed,
    'avoidable token reuses': notNeeded,
    'virtual hours': Math.round(virtualMs / 3_600_000),
  };
}

process.exitCode = await runRotations();
