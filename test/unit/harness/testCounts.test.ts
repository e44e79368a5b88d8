import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseNodeTestCounts, parsePlaywrightCounts, parseSummaryLine } from '../../harness/testCounts.ts';

test('the last lines of each runner are parsed', () => {
  const spec = '✔ a pass 3\nℹ tests 5\nℹ pass 3\nℹ fail 1\nℹ cancelled 1\nℹ skipped 2\nℹ todo 0\n';
  assert.deepEqual(parseNodeTestCounts(spec), { passed: 3, failed: 2, skipped: 2 });
  assert.deepEqual(parseNodeTestCounts('# pass 3\n# fail 0\n'), { passed: 3, failed: 0, skipped: 0 });
  assert.deepEqual(parseNodeTestCounts('\u001b[34mℹ pass 3\u001b[39m\n\u001b[34mℹ fail 0\u001b[39m\n'), {
    passed: 3,
    failed: 0,
    skipped: 0,
  });
  assert.deepEqual(parseSummaryLine('Extension host: 30 passed, 2 failed\n'), {
    passed: 30,
    failed: 2,
    skipped: 0,
  });
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 1 };
  assert.deepEqual(parsePlaywrightCounts(JSON.stringify({ stats })), { passed: 4, failed: 2, skipped: 1 });
});

test('missing results are not invented', () => {
  assert.equal(parseNodeTestCounts('SyntaxError: …'), undefined);
  assert.equal(parseSummaryLine('It ended.'), undefined);
  assert.throws(() => parsePlaywrightCounts(''));
});
