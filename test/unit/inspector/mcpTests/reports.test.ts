import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { toJunitXml } from '../../../../src/inspector/mcpTests/junit.ts';
import { type LoadedTestFile, readTestFile } from '../../../../src/inspector/mcpTests/readTestFile.ts';
import {
  escapeForTerminal,
  formatSuite,
  formatSummary,
} from '../../../../src/inspector/mcpTests/report.cli.ts';
import type { SuiteResult } from '../../../../src/inspector/mcpTests/suite.ts';
import type { TestFailure, TestOutcome } from '../../../../src/inspector/mcpTests/testOutcome.ts';
import { elementsOf } from './xml.ts';

function opened(names: readonly string[], path = 'a/weather.mcp-test.json'): LoadedTestFile {
  const tests = names.map((name) => ({ name, tool: 't', expect: { equals: 1 } }));
  const text = JSON.stringify({ tests }, null, 2);
  const read = readTestFile(text);
  assert.ok(read.ok);
  return { path, text, file: read.file, locate: read.locate };
}

function suiteOf(outcomes: readonly TestOutcome[], more: Partial<SuiteResult> = {}): SuiteResult {
  return {
    file: opened(outcomes.map((_, index) => `test ${index}`)),
    server: { name: 'production', url: 'https://mcp.example.com/mcp?key=secret' },
    startedAt: new Date('2026-01-31T10:00:00.123Z'),
    outcomes,
    ...more,
  };
}

const failure = (more: Partial<TestFailure> = {}): TestFailure => ({
  message: 'No.',
  path: '/tests/1/expect/equals',
  ...more,
});
const outcome = (
  status: TestOutcome['status'],
  failures: readonly TestFailure[] = [],
  durationMs = 1250,
): TestOutcome => ({
  status,
  durationMs,
  failures,
});
const mixed = suiteOf([
  outcome('passed'),
  outcome('failed', [failure({ expected: '<1>', actual: '"2"' }), failure({ message: 'And no.' })]),
  outcome('errored', [failure({ path: '/tests/2' })]),
  outcome('canceled', [], 0),
]);

describe('JUnit XML', () => {
  test('has a suite for each file and server, with counts and times', () => {
    const elements = elementsOf(toJunitXml([mixed, suiteOf([outcome('passed')])]));
    const named = (tag: string) =>
      elements.filter((one) => one.tag === tag).map(({ attributes }) => attributes);
    assert.deepEqual(named('testsuites'), [
      { name: 'mcp-test', tests: '5', failures: '1', errors: '1', skipped: '1', time: '5.000' },
    ]);
    assert.deepEqual(named('testsuite')[0], {
      name: 'a/weather.mcp-test.json · production',
      tests: '4',
      failures: '1',
      errors: '1',
      skipped: '1',
      time: '3.750',
      timestamp: '2026-01-31T10:00:00',
      file: 'a/weather.mcp-test.json',
    });
    assert.deepEqual(named('testcase')[1], {
      name: 'test 1',
      classname: 'production.a/weather',
      time: '1.250',
      file: 'a/weather.mcp-test.json',
      line: '11',
    });
    assert.deepEqual(
      elements.filter(({ tag }) => /failure|error|skipped/.test(tag)),
      [
        {
          tag: 'failure',
          attributes: { message: 'No.', type: 'failure' },
          text: [
            'No. (/tests/1/expect/equals)\nexpected: <1>\nactual: "2"',
            'And no. (/tests/1/expect/equals)',
          ].join('\n\n'),
        },
        { tag: 'error', attributes: { message: 'No.', type: 'error' }, text: 'No. (/tests/2)' },
        { tag: 'skipped', attributes: { message: 'canceled' }, text: '' },
      ],
    );
  });

  test('is well-formed for any texts of servers and files', () => {
    const odd = fc.string({
      unit: fc.constantFrom(
        'a',
        '<',
        '&',
        '"',
        "'",
        '>',
        ']]>',
        '\0',
        '\u001B[31m',
        '\n',
        '\r',
        '\uD800',
        '\uFFFE',
        '💧',
      ),
      minLength: 1,
    });
    fc.assert(
      fc.property(odd, odd, odd, (name, said, server) => {
        const names = name.trim() === '' ? ['a'] : [name];
        const failures = [failure({ message: said, expected: said, actual: said, path: '/tests/0' })];
        const suite = suiteOf([outcome('failed', failures)], {
          file: opened(names),
          server: { name: server, url: 'https://a.example' },
        });
        const elements = elementsOf(toJunitXml([suite]));
        assert.deepEqual(
          elements.map(({ tag }) => tag),
          ['testsuites', 'testsuite', 'testcase', 'failure'],
        );
        // What can be said stays as it is.
        if (/^[a<&"'>\]💧]+$/u.test(said)) assert.equal(elements[3]?.attributes['message'], said);
      }),
    );
  });
});

describe('the report in a terminal', () => {
  test('has a line for each test, and for each failure its reason and location', () => {
    assert.deepEqual(formatSuite(mixed).split('\n'), [
      'a/weather.mcp-test.json · production (mcp.example.com/mcp)',
      '  ✓ test 0 (1250 ms)',
      '  ✗ test 1 (1250 ms)',
      '      No.',
      '        expected: <1>',
      '        actual:   "2"',
      '        at a/weather.mcp-test.json:14:19',
      '      And no.',
      '        at a/weather.mcp-test.json:14:19',
      '  ! test 2 (1250 ms)',
      '      No.',
      '        at a/weather.mcp-test.json:18:15',
      '  - test 3 (canceled)',
    ]);
    assert.equal(formatSummary([mixed]), '1 passed, 1 failed, 1 with errors, 1 canceled');
    assert.equal(formatSummary([suiteOf([outcome('passed')])]), '1 passed');
  });

  test("reports once that a file couldn't be run", () => {
    const failures = [failure({ path: '/tests/0' })];
    const suite = suiteOf([outcome('errored', failures), outcome('errored', failures)], {
      failure: 'No server.',
    });
    assert.deepEqual(formatSuite(suite).split('\n').slice(1), ['  ! Not run: No server.']);
  });

  test('has no line that a CI system would run as a command', () => {
    for (const [text, shown] of [
      ['::add-mask::a', ': :add-mask::a'],
      [
        'one\n  \t::error file=a::b\r\n::stop-commands::c',
        'one\n  \t: :error file=a::b\n: :stop-commands::c',
      ],
      ['\u2028::error::a\u0085::b', '[U+2028]::error::a[U+0085]::b'],
      ['a ##[error]b', 'a # #[error]b'],
      ['###[group]a', '## #[group]a'],
      ['##vso[task.setvariable variable=a]b', '# #vso[task.setvariable variable=a]b'],
      ["##teamcity[testFailed name='a']", "# #teamcity[testFailed name='a']"],
      ['std::vector and a ## heading', 'std::vector and a ## heading'],
    ] as const) {
      assert.equal(escapeForTerminal(text), shown);
    }
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(':', '#', '[', ']', '\n', '\r', ' ', '\t', 'vso', 'error', '\u001b')),
        (some) => {
          const shown = escapeForTerminal(some.join(''));
          assert.doesNotMatch(shown, /^\s*::|##\w*\[/m);
          assert.equal(escapeForTerminal(shown), shown);
        },
      ),
    );
  });

  test('writes a file name on one line, even if it contains line breaks', () => {
    const suite = suiteOf([outcome('failed', [failure({ path: '/tests/0' })])], {
      file: opened(['test'], 'a\u001b[2J\n::error::b.mcp-test.json'),
    });
    const shown = 'a[U+001B][2J[U+000A]::error::b.mcp-test.json';
    const lines = formatSuite(suite).split('\n');
    assert.equal(lines[0], `${shown} · production (mcp.example.com/mcp)`);
    assert.match(lines.at(-1) ?? '', /^ {8}at a\[U\+001B\]/);
  });

  test('contains no escape sequences, and truncates long values', () => {
    const actual = `\u001B[31mred\u202E\u200B\r\nnext${'x'.repeat(5000)}`;
    const text = formatSuite(suiteOf([outcome('failed', [failure({ actual, path: '/tests/0' })])]));
    assert.ok(text.includes('[U+001B][31mred[U+202E][U+200B]\n          next'), text);
    for (const unseen of ['\u001B', '\u202E', '\u200B', '\r']) assert.ok(!text.includes(unseen));
    assert.ok(text.length < 2000);
  });
});
