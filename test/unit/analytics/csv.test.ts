import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createCsvFileName, formatAllChartsCsv, formatChartCsv } from '../../../src/analytics/csv.ts';
import { unicodeCharacter } from '../../kit/unicodeCharacter.ts';

const start = Date.parse('2026-11-21T10:00:00Z');

/** Parses CSV (RFC 4180). */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at++; !(text[at] === '"' && text[at + 1] !== '"'); at++) {
        assert.ok(at < text.length, 'a quoted cell ends');
        if (text[at] === '"') at++;
        cell += text[at];
      }
      at++;
    } else {
      while (at < text.length && !',\r\n'.includes(text[at] ?? '')) cell += text[at++];
      assert.ok(!cell.includes('"'));
    }
    row.push(cell);
    if (text[at] === ',') {
      at++;
      continue;
    }
    assert.equal(text.slice(at, at + 2), '\r\n');
    at += 2;
    rows.push(row);
    row = [];
  }
  return rows;
}

describe('CSV', () => {
  test('of one series has a column for each category, and empty cells for missing values', () => {
    const chart = {
      times: [start, start + 3_600_000],
      lines: [
        { name: 'a,b', values: [1, null] },
        { name: 'say "x"', values: [-0.5, 1e21] },
      ],
    };
    assert.equal(
      formatChartCsv(chart),
      'time,"a,b","say ""x"""\r\n2026-11-21T10:00:00.000Z,1,-0.5\r\n2026-11-21T11:00:00.000Z,,1e+21\r\n',
    );
  });

  test('of all series has a row for each value', () => {
    const lines = [{ name: 'total', values: [3, null] }];
    assert.equal(
      formatAllChartsCsv([
        { key: 'sessions_count', times: [start, start + 1], lines },
        { key: '@new', times: [start], lines },
      ]),
      [
        'series,time,category,value',
        'sessions_count,2026-11-21T10:00:00.000Z,total,3',
        "'@new,2026-11-21T10:00:00.000Z,total,3",
        '',
      ].join('\r\n'),
    );
  });

  for (const hostile of [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =1',
    '\u00a0=1',
    '＝1',
    '\u200b@x',
  ]) {
    test(`never contains a formula for ${JSON.stringify(hostile)}`, () => {
      const [head] = parse(formatChartCsv({ times: [], lines: [{ name: hostile, values: [] }] }));
      assert.equal(head?.[1], `'${hostile}`);
    });
  }

  test('can be parsed for any names', () => {
    const names = fc.array(
      fc.oneof(fc.string({ unit: unicodeCharacter }), fc.constantFrom('a\r\nb', '"', ',', '=x', "'", ' ')),
    );
    const value = fc.oneof(fc.constant(null), fc.double({ noNaN: true, noDefaultInfinity: true }));
    fc.assert(
      fc.property(names, fc.array(fc.tuple(fc.nat(), value)), (categories, points) => {
        const times = points.map(([time]) => time);
        const lines = categories.map((name) => ({ name, values: points.map(([, one]) => one) }));
        const rows = parse(formatChartCsv({ times, lines }));
        assert.equal(rows.length, times.length + 1);
        const [head = [], ...body] = rows;
        assert.deepEqual(
          head.slice(1).map((cell, at) => (cell === `'${categories[at]}` ? cell.slice(1) : cell)),
          categories,
        );
        for (const cell of head) assert.ok(!/^[=+\-@\t\r]/.test(cell), cell);
        for (const [at, row] of body.entries()) {
          const one = points[at]?.[1] ?? null;
          assert.deepEqual(
            row.slice(1),
            categories.map(() => (one === null ? '' : String(one))),
          );
        }
      }),
    );
  });

  test('has a file name that is valid on every system', () => {
    const span = { from: start, to: start + 86_400_000 };
    assert.equal(
      createCsvFileName('weather-tools', span),
      'weather-tools-analytics-2026-11-21-2026-11-22.csv',
    );
    assert.equal(createCsvFileName('../<a:b>|"x"?', span), 'a-b-x-analytics-2026-11-21-2026-11-22.csv');
    assert.equal(createCsvFileName('…', span), 'analytics-2026-11-21-2026-11-22.csv');
  });
});
