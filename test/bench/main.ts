import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { root } from '../harness/paths.ts';
import { run } from '../harness/processes.ts';
import { benchmarks } from './benchmarks.ts';
import { type Measurement, toReport } from './measurement.ts';
import { useTinySizes } from './size.ts';
import { formatMarkdownTable, formatTextTable } from './table.ts';

const names = Object.keys(benchmarks);
const usage = `Usage: npm run bench -- [options]
  --only NAME   run only this part; repeat it for more parts: ${names.join(', ')}
  --json FILE   also write the measurements to a file
  --markdown    print the table as Markdown, with the commit and the command
  --tiny        use tiny sizes to check that all parts run; the measurements have no meaning`;

/** Runs the benchmarks. Progress goes to standard error, the table to standard output. */
async function runBenchmarks(): Promise<number> {
  const options = readOptions();
  if (!options) return 2;
  const { only = names, json, markdown, tiny } = options;
  if (tiny) useTinySizes();
  const measurements: Measurement[] = [];
  let failed = 0;
  for (const name of names.filter((each) => only.includes(each))) {
    console.error(`Measuring ${name}…`);
    try {
      measurements.push(...(await runBenchmark(name)));
    } catch (error) {
      failed++;
      console.error(`Couldn't measure ${name}:`, error);
    }
  }
  const results = measurements.map(toReport);
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(results, null, 2)}\n`);
  const command = ['npm run bench --', ...(options.only ?? []).map((name) => `--only ${name}`), '--markdown'];
  if (markdown) console.log(`Commit ${await describeCommit()}.\n`);
  console.log(markdown ? formatMarkdownTable(results, command.join(' ')) : formatTextTable(results));
  return failed > 0 || (!tiny && results.some(({ ok }) => ok === false)) ? 1 : 0;
}

/** Runs one benchmark. Rejects if it returns no measurements, or one that isn't a number. */
async function runBenchmark(name: string): Promise<Measurement[]> {
  const benchmark = await benchmarks[name]?.load();
  const measurements = (await benchmark?.run()) ?? [];
  const invalid = measurements.filter(
    ({ value, baseline }) => ![value, baseline?.value ?? 0].every(Number.isFinite),
  );
  if (measurements.length > 0 && invalid.length === 0) return measurements;
  throw new Error(
    `No number was measured for: ${invalid.map((measurement) => measurement.name).join(', ') || name}`,
  );
}

/** Returns the measured commit, with a mark if there are uncommitted changes. */
async function describeCommit(): Promise<string> {
  const git = async (...args: readonly string[]) => (await run('git', args, { cwd: root })).text.trim();
  const commit = await git('rev-parse', '--short=10', 'HEAD');
  return (await git('status', '--porcelain', '--', 'src', 'test', 'package.json')) === ''
    ? commit
    : `${commit} with uncommitted changes`;
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', multiple: true },
        json: { type: 'string' },
        markdown: { type: 'boolean', default: false },
        tiny: { type: 'boolean', default: false },
      },
    });
    const unknown = values.only?.find((name) => !names.includes(name));
    if (unknown === undefined) return values;
    console.error(`There is no part "${unknown}".\n\n${usage}`);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
  return undefined;
}

process.exitCode = await runBenchmarks();
