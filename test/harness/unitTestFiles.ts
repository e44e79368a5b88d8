/**
 * Runs files of unit tests in this process, like `node --test --test-isolation=none`, but without an asynchronous hook
 * for each promise. Tests with many promises would spend half of their time on the hook, with which the test runner
 * finds the group of a test that is defined after an `await`. No group has such tests.
 *
 *   node test/harness/unitTestFiles.ts [--grep WORDS] FILE...
 */
import asyncHooks, { type HookCallbacks } from 'node:async_hooks';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const { createHook } = asyncHooks;
asyncHooks.createHook = (callbacks: HookCallbacks) => {
  const options = { ...callbacks, trackPromises: false };
  return createHook(options);
};
// The test runner keeps the function `createHook` of the time when it's loaded.
const { run } = await import('node:test');
const { spec } = await import('node:test/reporters');

const { values, positionals } = parseArgs({ allowPositionals: true, options: { grep: { type: 'string' } } });
const tests = run({
  files: positionals,
  isolation: 'none',
  ...(values.grep !== undefined && { testNamePatterns: values.grep }),
});
tests.on('test:summary', ({ success }) => {
  if (!success) process.exitCode = 1;
});
const report = tests.compose(spec);
report.pipe(process.stdout);
await once(report, 'end');
await reportLoadFailures(positionals);

/**
 * Reports files that failed to load after they had defined tests, like the test runner reports failed tests. The test
 * runner ignores these errors, and with them the tests that the rest of the file would have defined.
 */
async function reportLoadFailures(files: readonly string[]): Promise<void> {
  for (const file of files) {
    try {
      // The import of a file that failed rejects with the same error again.
      await import(pathToFileURL(resolve(file)).href);
    } catch (error) {
      process.exitCode = 1;
      console.log(`\n✖ failing tests:\n\ntest at ${file}\n✖ Load the file (0ms)\n`, error);
    }
  }
}
