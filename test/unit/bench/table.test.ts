import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Measurement, toReport } from '../../bench/measurement.ts';
import { measureInTurns, median, quantile } from '../../bench/statistics.ts';
import { formatMarkdownTable, formatTextTable } from '../../bench/table.ts';

const measurements: readonly Measurement[] = [
  {
    name: 'loading',
    value: 123.4,
    unit: 'ms',
    baseline: { value: 100, name: 'fetch' },
    budget: { quantity: 'ratio', max: 1.1 },
  },
  { name: 'lost', value: 0, unit: '', budget: { quantity: 'value', max: 0 } },
  { name: 'a | b', value: 1234, unit: 'B' },
];

describe('a measurement', () => {
  const [ratio, value, withoutBaseline] = measurements.map(toReport);

  test('is compared with its budget', () => {
    assert.deepEqual(ratio, {
      name: 'loading',
      value: 123.4,
      unit: 'ms',
      baseline: 100,
      baselineOf: 'fetch',
      ratio: 1.234,
      budget: '≤ 1.1 ×',
      ok: false,
    });
    assert.deepEqual([value?.budget, value?.ok], ['≤ 0', true]);
    assert.deepEqual(
      [withoutBaseline?.budget, withoutBaseline?.ok, withoutBaseline?.ratio],
      [null, null, null],
    );
  });

  test('is within a budget that it reaches exactly', () => {
    assert.equal(toReport({ name: '', value: 2, unit: '', budget: { quantity: 'value', max: 2 } }).ok, true);
    assert.equal(
      toReport({ name: '', value: 2.1, unit: '', budget: { quantity: 'value', max: 2 } }).ok,
      false,
    );
  });
});

describe('the table', () => {
  test('has two digits of each number, in columns', () => {
    const lines = formatTextTable(measurements.map(toReport)).split('\n');
    assert.deepEqual(lines, [
      'Measure    Value  Baseline  Compared with  Ratio   Budget  Result',
      '───────  ───────  ────────  ─────────────  ─────  ───────  ──────',
      'loading   120 ms    100 ms  fetch          1.2 ×  ≤ 1.1 ×  MISSED',
      'lost           0                                      ≤ 0  met',
      'a | b    1,200 B',
    ]);
  });

  test('is Markdown after its command', () => {
    const lines = formatMarkdownTable(measurements.map(toReport), 'npm run bench').split('\n');
    assert.deepEqual(lines.slice(0, 3), ['```sh', 'npm run bench', '```']);
    const rows = lines.slice(4);
    assert.equal(rows.length, 5);
    assert.match(rows[4] ?? '', /^\| a \\\| b /);
    const columns = rows.map((row) => row.replaceAll('\\|', '').split('|').length);
    assert.deepEqual(columns, Array(5).fill(columns[0]));
  });
});

describe('statistics', () => {
  test('do not depend on the order of values', () => {
    assert.equal(median([10, 9, 1]), 9);
    const hundred = Array.from({ length: 100 }, (_, index) => 99 - index);
    assert.deepEqual([quantile(hundred, 0.99), quantile(hundred, 1)], [99, 99]);
    assert.ok(Number.isNaN(median([])));
  });

  test('tasks take turns: each runs first equally often, and equally often after each of the others', async () => {
    let done = '';
    const createTask = (name: string) => () => {
      done += name;
    };
    await measureInTurns(5, { a: createTask('a'), b: createTask('b'), c: createTask('c') });
    const rounds = done.match(/.../g) ?? [];
    assert.deepEqual(rounds.toSorted(), ['abc', 'acb', 'bac', 'bca', 'cab', 'cba']);
  });
});
