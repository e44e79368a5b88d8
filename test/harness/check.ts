/**
 * Runs all checks of the sources, in parallel, and the unit tests of documents, texts, and the manifest, which need no
 * editor and no service. Prints the output of each, and a table.
 */
import { parseNodeTestFailures } from './failures.ts';
import { runInParallel } from './runSuite.ts';
import { stop, stopOnSignals } from './stop.ts';
import { type Suite, suites } from './suites.ts';
import { parseNodeTestCounts } from './testCounts.ts';
import { formatSummary } from './timings.ts';

const projectTests: Suite = {
  id: 'project',
  name: 'Documents, texts, and manifest',
  args: () => ['--test', '--test-isolation=none', 'test/unit/*.test.ts'],
  counts: parseNodeTestCounts,
  failures: parseNodeTestFailures,
  hasModules: false,
};

stopOnSignals(() => 1);
const started = Date.now();
const results = await runInParallel([projectTests, ...suites.filter(({ isCheck }) => isCheck)], {});
console.log(`\n${formatSummary(results, Date.now() - started)}`);
await stop();
process.exit(results.every(({ counts }) => counts.failed === 0) ? 0 : 1);
