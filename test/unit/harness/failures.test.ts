import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  describeProgramFailure,
  parseMochaFailures,
  parseNodeTestFailures,
  parsePlaywrightFailures,
} from '../../harness/failures.ts';

test("reads the failed tests of Node's test runner, without those marked as to do", () => {
  const output = `▶ group
  ✖ adds (1.3ms)
✖ group (2ms)
ℹ fail 2

\u001b[31m✖ failing tests:\u001b[39m

test at test/unit/a.test.ts:4:3
✖ adds (fast) (1.339349ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

  1 !== 2

      at TestContext.<anonymous> (file:///a.test.ts:4:36) {
    actual: 1
  }

test at test/unit/a.test.ts:8:1
⚠ later (3.53974ms) # TODO
  Error: not yet

test at test/unit/b.test.ts:1:1
✖ test/unit/b.test.ts (2018ms)
  'test failed'
`;
  assert.deepEqual(parseNodeTestFailures(output), [
    {
      title: 'test/unit/a.test.ts:4:3 › adds (fast)',
      error: ['AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:', '1 !== 2'],
    },
    { title: 'test/unit/b.test.ts:1:1 › test/unit/b.test.ts', error: ["'test failed'"] },
  ]);
  assert.deepEqual(parseNodeTestFailures('✔ adds (1ms)\nℹ fail 0\n'), []);
});

test('reads the failed tests of Mocha', () => {
  const output = `
    1) adds

  1 passing (106ms)
  2 failing

  1) sums
       of two: small
         adds:

      AssertionError [ERR_ASSERTION]: Expected values to be loosely deep-equal:

{
  a: 1
}
      at Context.<anonymous> (a.js:4:87)

  2) sums
       "before each" hook for "adds":
     Error: the first line
the second line
      at Context.<anonymous> (a.js:5:44)

Extension host: 1 passed, 2 failed
`;
  const failures = [
    {
      title: 'sums › of two: small › adds',
      error: ['AssertionError [ERR_ASSERTION]: Expected values to be loosely deep-equal:', '{', 'a: 1'],
    },
    { title: 'sums › "before each" hook for "adds"', error: ['Error: the first line', 'the second line'] },
  ];
  assert.deepEqual(parseMochaFailures(output), failures);
  // Each editor that runs tests prints a list.
  assert.deepEqual(parseMochaFailures(output + output), [...failures, ...failures]);
  assert.deepEqual(parseMochaFailures('  1 passing (106ms)\n'), []);
});

test('reads the failed tests of a Playwright report, with errors outside of tests', () => {
  const spec = (title: string, status: string, message: string) => ({
    title,
    file: 'logs/a.spec.ts',
    line: 3,
    tests: [{ status, results: [{ errors: message === '' ? [] : [{ message }] }] }],
  });
  const report = {
    errors: [{ message: 'Error: The build failed.' }],
    suites: [
      {
        title: 'logs/a.spec.ts',
        specs: [
          spec('opens', 'expected', ''),
          spec('follows', 'flaky', 'Error: \u001b[2mexpect\u001b[22m failed'),
        ],
        suites: [
          { title: 'a log', specs: [spec('ends', 'unexpected', 'Error: one\n\nLocator: two\n    at x')] },
        ],
      },
    ],
  };
  assert.deepEqual(parsePlaywrightFailures(JSON.stringify(report)), [
    { title: 'Outside of tests', error: ['Error: The build failed.'] },
    { title: 'logs/a.spec.ts:3 › follows', error: ['Error: expect failed'] },
    { title: 'logs/a.spec.ts:3 › a log › ends', error: ['Error: one', 'Locator: two'] },
  ]);
  assert.throws(() => parsePlaywrightFailures(''));
});

test('describes a program without failed tests by its first error, or by its first lines', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['Building …\nError: The build failed.\n  x\n    at y\n', ['Error: The build failed.', 'x']],
    [
      "src/a.ts(3,5): error TS2322: Not assignable.\nsrc/b.ts(1,1): error TS1005: ',' expected.\n",
      ['src/a.ts(3,5): error TS2322: Not assignable.', "src/b.ts(1,1): error TS1005: ',' expected."],
    ],
    [
      'test/a.ts:3:5 lint/x ━━━\n\n  × Unexpected any.\nFound 1 error.\n',
      ['test/a.ts:3:5 lint/x ━━━', '× Unexpected any.', 'Found 1 error.'],
    ],
    ['', []],
  ];
  for (const [output, error] of cases) {
    assert.deepEqual(describeProgramFailure(output), { title: 'Outside of tests', error });
  }
});
