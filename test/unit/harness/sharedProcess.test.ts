import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../harness/paths.ts';

test('no unit test file has a hook outside a group: it would run for the tests of all files that share its process', () => {
  const files = globSync('test/unit/**/*.test.ts', { cwd: root });
  assert.ok(files.length > 200, 'the files were found');
  const wrong = files.filter((file) =>
    /^(?:before|after|beforeEach|afterEach)\(|^mock\./m.test(readFileSync(join(root, file), 'utf8')),
  );
  assert.deepEqual(wrong, []);
});
