import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseNodeTestFailures } from '../../harness/failures.ts';
import { root } from '../../harness/paths.ts';

test('a file of unit tests that fails to load after its first test fails the run', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'unit-tests-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'broken.test.mjs');
  writeFileSync(file, "import { test } from 'node:test';\ntest('works', () => {});\nmissing('is lost');\n");
  const args = [join(root, 'test/harness/unitTestFiles.ts'), file];
  // A run within a test would report to the outer run.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  assert.equal(status, 1, stdout);
  const [failure] = parseNodeTestFailures(stdout);
  assert.equal(failure?.title, `${file} › Load the file`);
  assert.match(failure?.error[0] ?? '', /missing is not defined/);
});
