import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { browserLaunch } from './browser.ts';
import { currentEditor, installEditor } from './editorInstall.ts';
import { results, root } from './paths.ts';
import { runShown } from './runShown.ts';
import { stop, stopOnSignals } from './stop.ts';
import { type Counts, countsOfLine, countsOfNodeTest, countsOfPlaywright, sum } from './testCounts.ts';

/** A suite of `npm test`. `counts` reads how many tests ran from what it printed; a step without one counts itself. */
interface Step {
  readonly name: string;
  readonly args: readonly string[];
  readonly counts?: (output: string) => Counts | undefined;
}

const bin = (path: string): string => join(root, 'node_modules', path);
const tsc = bin('typescript/bin/tsc');
const e2eReport = join(results, 'e2e.json');

const steps: readonly Step[] = [
  { name: 'Types of the extension', args: [tsc, '-p', '.'] },
  { name: 'Types of the log page', args: [tsc, '-p', 'src/logs/webview'] },
  { name: 'Types of the page of analytics', args: [tsc, '-p', 'src/analytics/webview'] },
  { name: 'Types of the audit report', args: [tsc, '-p', 'src/audits/webview'] },
  { name: 'Types of the tests', args: [tsc, '-p', 'test'] },
  { name: 'Lint and format', args: [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'] },
  { name: 'Unit tests', args: ['--test', 'test/unit/**/*.test.ts'], counts: countsOfNodeTest },
  { name: 'Tests in the extension host', args: ['test/harness/editorTests.ts'], counts: countsOfLine },
  {
    name: 'End-to-end tests',
    args: [bin('@playwright/test/cli.js'), 'test', '--config', 'test/playwright.config.ts'],
    counts: () => countsOfPlaywright(readFileSync(e2eReport, 'utf8')),
  },
  {
    name: 'Tests of the package and of npm start',
    args: ['--test', '--test-concurrency=1', 'test/package/**/*.test.ts'],
    counts: countsOfNodeTest,
  },
];

/** `npm test`: all suites, each to its end whatever the others do; the last line sums up. */
async function test(): Promise<boolean> {
  rmSync(results, { recursive: true, force: true });
  await installEditor(currentEditor);
  await browserLaunch();
  let total: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const step of steps) {
    const counts = await runStep(step);
    total = sum(total, counts);
    if (counts.failed > 0) console.log(`✖ ${step.name}: failed`);
  }
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  return total.failed === 0;
}

/** A step that fails without a failed test, or that ran no test, counts as one failure. */
async function runStep({ name, args, counts }: Step): Promise<Counts> {
  console.log(`\n── ${name}`);
  const started = Date.now();
  const { code, text } = await runShown(process.execPath, args);
  console.log(`── ${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
  const ran = counts ? readCounts(() => counts(text)) : { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0 };
  const isHonest = ran !== undefined && ran.passed + ran.failed > 0 && (code === 0) === (ran.failed === 0);
  if (isHonest) return ran;
  return sum(ran ?? { passed: 0, failed: 0, skipped: 0 }, { passed: 0, failed: 1, skipped: 0 });
}

function readCounts(read: () => Counts | undefined): Counts | undefined {
  try {
    return read();
  } catch {
    return undefined; // No report was written: the step counts as failed.
  }
}

stopOnSignals(() => 1);
const isGood = await test().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  console.log('\n0 passed, 1 failed');
  return false;
});
await stop();
process.exit(isGood ? 0 : 1);
