import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatSummary, parseTimings } from '../../harness/timings.ts';

test('the durations that each runner prints are parsed, without those of groups', () => {
  const node =
    '▶ the poller\n  ✔ asks once (1.5ms)\n  ✖ waits (2000ms)\n✔ the poller (99.6ms)\nℹ duration_ms 3\n';
  assert.deepEqual(parseTimings(node), [
    { title: 'asks once', ms: 1.5 },
    { title: 'waits', ms: 2000 },
  ]);
  assert.deepEqual(parseTimings('    ✔ offers (seldom) what is too much (123ms)\n    ✔ quick\n'), [
    { title: 'offers (seldom) what is too much', ms: 123 },
  ]);
  assert.deepEqual(
    parseTimings('  ✓   12 test/e2e/logs.spec.ts:72:3 › logs › follow (10.5s)\n  ✘  3 slow (1.5m)\n'),
    [
      { title: 'test/e2e/logs.spec.ts:72:3 › logs › follow', ms: 10_500 },
      { title: 'slow', ms: 90_000 },
    ],
  );
});

test('the summary lists the suites with their tests and durations, the slowest tests, and the failures at the end', () => {
  const counts = { passed: 2, failed: 1, skipped: 0 };
  const timings = [
    { title: 'quick', ms: 5 },
    { title: 'slow', ms: 1500 },
  ];
  const failures = [{ title: 'a.test.ts:1:1 › adds', error: ['AssertionError: 1 == 2', '1 !== 2'] }];
  const text = formatSummary(
    [
      { name: 'Unit tests', ms: 61_000, counts, timings, failures },
      { name: 'Lint', ms: 1000, counts: { passed: 1, failed: 0, skipped: 0 }, timings: [], failures: [] },
    ],
    // The suites ran in parallel.
    61_500,
    1,
  );
  assert.equal(
    text,
    [
      'Suite         Tests       Time',
      'Unit tests        3     61.0 s',
      'Lint              1      1.0 s',
      'Total             4     61.5 s',
      '',
      'Slowest tests:',
      '    1.5 s  slow',
      '',
      'Failed tests:',
      '✖ Unit tests: a.test.ts:1:1 › adds',
      '    AssertionError: 1 == 2',
      '    1 !== 2',
    ].join('\n'),
  );
});
