import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createExportFileName } from '../../../src/logs/export/createExportFileName.ts';
import {
  formatInParts,
  jsonLinesFormat,
  type LogFormat,
  type MaskText,
  textFormat,
} from '../../../src/logs/export/formats.ts';
import { createSecretMask } from '../../../src/logs/export/secretMask.ts';
import type { LogRow } from '../../../src/logs/logRow.ts';
import { logRow as rowOf } from '../../kit/entries.ts';
import { unicodeCharacter } from '../../kit/unicodeCharacter.ts';

const esc = String.fromCharCode(27);
const time = Date.UTC(2026, 10, 21, 10, 0, 1, 123);
const row = (more: Partial<LogRow> = {}): LogRow => rowOf({ time, ...more });
const gap = row({ type: '', gap: { from: time, until: time + 60_000, isLoading: false } });

const parts = (rows: readonly LogRow[], format: LogFormat, mask?: MaskText) => [
  ...formatInParts(
    { count: rows.length, row: (index) => rows[index] ?? assert.fail('no such row') },
    format,
    mask,
  ),
];
const all = (rows: readonly LogRow[], format: LogFormat, mask?: MaskText) =>
  parts(rows, format, mask)
    .map(({ text }) => text)
    .join('');

/** Any row that a service could bring about, line breaks and colors in every text. */
const anyText = fc.oneof(
  fc.string({ unit: unicodeCharacter }),
  fc.constantFrom('a\nb', `${esc}[31mred${esc}[0m`, '\r\n', '--- entries', '"', '\ud800'),
);
const anyRow: fc.Arbitrary<LogRow> = fc
  .record(
    {
      type: anyText,
      isUndated: fc.constant(true as const),
      requestId: anyText,
      content: anyText,
      method: anyText,
      durationInMs: fc.double({ noNaN: true, noDefaultInfinity: true }),
    },
    { requiredKeys: ['type'] },
  )
  .map(row);

describe('log text', () => {
  test('has a line for each entry, in columns, with further lines indented', () => {
    assert.equal(
      all(
        [
          row({ type: 'START', requestId: 'r1', method: 'tools/call' }),
          row({ requestId: 'r1', content: `${esc}[31mone${esc}[0m\r\ntwo\n` }),
          row({ type: 'WARNING', content: 'three' }),
          row({ type: 'END', requestId: 'r1', durationInMs: 5 }),
          row({ type: 'UNPARSED', isUndated: true }),
        ],
        textFormat,
      ),
      [
        '2026-11-21T10:00:01.123Z START   r1 tools/call',
        '2026-11-21T10:00:01.123Z INFO    r1 one',
        '    two',
        '2026-11-21T10:00:01.123Z WARNING - three',
        '2026-11-21T10:00:01.123Z END     r1 5 ms',
        '- UNPARSED -',
        '',
      ].join('\n'),
    );
  });

  test('marks gaps', () => {
    assert.equal(
      all([gap], textFormat),
      '--- entries between 2026-11-21T10:00:01.123Z and 2026-11-21T10:01:01.123Z are not loaded ---\n',
    );
  });

  test('has exactly one line without indentation for each row, for any content', () => {
    fc.assert(
      fc.property(fc.array(anyRow), (rows) => {
        const lines = all(rows, textFormat).split('\n').slice(0, -1);
        assert.equal(lines.filter((line) => !line.startsWith('    ')).length, rows.length);
        assert.ok(!lines.join('').includes('\r'));
      }),
    );
  });
});

describe('JSON Lines', () => {
  test('have the fields of the service, without absent ones', () => {
    assert.equal(
      all(
        [row({ requestId: 'r1', method: 'm', durationInMs: 1.5, content: `${esc}[1mx\n` })],
        jsonLinesFormat,
      ),
      '{"timestamp":"2026-11-21T10:00:01.123Z","type":"INFO","requestId":"r1","method":"m","durationInMs":1.5,' +
        '"content":"\\u001b[1mx\\n"}\n',
    );
    assert.equal(all([row({ isUndated: true })], jsonLinesFormat), '{"type":"INFO"}\n');
  });

  test('mark gaps', () => {
    assert.equal(
      all([gap], jsonLinesFormat),
      '{"notLoaded":{"from":"2026-11-21T10:00:01.123Z","until":"2026-11-21T10:01:01.123Z"}}\n',
    );
  });

  test('restore each entry exactly', () => {
    fc.assert(
      fc.property(fc.array(anyRow), (rows) => {
        const lines = all(rows, jsonLinesFormat).split('\n').slice(0, -1);
        // A line of a build log has no type.
        const expected = rows.map(({ id: _, time: ms, isUndated, type, ...fields }) => ({
          ...(!isUndated && { timestamp: new Date(ms).toISOString() }),
          ...(type !== '' && { type }),
          ...fields,
        }));
        // By their JSON: -0 is 0 there.
        assert.deepEqual(
          lines.map((line): unknown => JSON.parse(line)),
          expected.map((entry): unknown => JSON.parse(JSON.stringify(entry))),
        );
      }),
    );
  });

  test('remain valid JSON when masked, with every text masked', () => {
    const texts = {
      type: 'password=t0psecret',
      requestId: 'x token=abcdef1',
      method: 'sk-abcdefgh1jklmnop2',
    };
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const content = `${before} {"password":"top\\"secret","pin":1}\n${after}`;
        const line = all([row({ ...texts, content })], jsonLinesFormat, createSecretMask());
        assert.equal(typeof JSON.parse(line), 'object');
        assert.doesNotMatch(line, /secret|abcdef/);
      }),
    );
  });

  test('keep colors of unmasked texts, and mask secrets that colors split', () => {
    const mask = createSecretMask();
    assert.match(
      jsonLinesFormat.formatRow(row({ content: `${esc}[31mred${esc}[0m` }), mask),
      /u001b\[31mred/,
    );
    const split = row({ content: `token=${esc}[31mabc${esc}[0mdef12345` });
    assert.doesNotMatch(jsonLinesFormat.formatRow(split, mask), /abc|def1/);
    assert.doesNotMatch(textFormat.formatRow(split, mask), /abc|def1/);
  });
});

describe('the parts of a text', () => {
  test('have a minimum size and complete rows, and count the rows', () => {
    const rows = Array.from({ length: 3000 }, (_, index) =>
      index % 1000 === 500 ? gap : row({ content: 'x'.repeat(300) }),
    );
    const found = parts(rows, textFormat);
    assert.ok(found.length > 2);
    for (const { text } of found.slice(0, -1)) {
      assert.ok(text.length >= 256 * 1024 && text.length < 257 * 1024);
    }
    assert.ok(found.every(({ text }) => text.endsWith('\n')));
    assert.equal(found.at(-1)?.rowsDone, 3000);
    assert.equal(
      found.reduce((sum, { entries }) => sum + entries, 0),
      2997,
    );
    assert.equal(
      found.map(({ text }) => text).join(''),
      rows.map((one) => `${textFormat.formatRow(one)}\n`).join(''),
    );
  });

  test('do not exist without rows', () => {
    assert.deepEqual(parts([], textFormat), []);
  });
});

describe('the name of a file', () => {
  test('contains project, environment, and time', () => {
    assert.equal(
      createExportFileName({ projectName: 'My project', environmentName: 'Prod/EU: 1' }, time),
      'My-project-Prod-EU-1-2026-11-21T10-00-01Z',
    );
    assert.equal(
      createExportFileName({ environmentName: 'production', deploymentId: 'dpl-7' }, time),
      'production-dpl-7-2026-11-21T10-00-01Z',
    );
    assert.equal(
      createExportFileName({ environmentName: 'dpl-7', deploymentId: 'dpl-7' }, time),
      'dpl-7-2026-11-21T10-00-01Z',
    );
    assert.equal(createExportFileName({ environmentName: '../..' }, time), 'logs-2026-11-21T10-00-01Z');
    assert.equal(createExportFileName({ environmentName: 'con' }, time), '_con-2026-11-21T10-00-01Z');
  });

  test('is valid for any names', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: unicodeCharacter }),
        fc.string({ unit: unicodeCharacter }),
        (projectName, environmentName) => {
          const name = createExportFileName({ projectName, environmentName }, time);
          assert.doesNotMatch(name, /[<>:"/\\|?*\s\p{Cc}]|^\.|^-/u);
          assert.ok(name.length <= 250);
          assert.doesNotThrow(() => encodeURIComponent(name));
        },
      ),
    );
  });
});
