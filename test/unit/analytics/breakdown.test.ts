import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createBreakdowns, sortBreakdownRows } from '../../../src/analytics/breakdown.ts';
import { createResultChart } from '../../../src/analytics/resultChart.ts';
import { hour } from '../../kit/time.ts';

type Values = readonly (number | null)[];
const chart = (key: string, lines: Readonly<Record<string, Values>>, isCount = true) => ({
  key,
  isCount,
  times: (Object.values(lines)[0] ?? []).map((_value, index) => index * hour),
  lines: Object.entries(lines).map(([name, values]) => ({ name, values })),
});

describe('the tables by category', () => {
  test('contain the series with common categories, those of tools first', () => {
    const found = createBreakdowns([
      chart('sessions_count', { total: [1, 2] }),
      chart('requests_count', { 'tools/call': [5, null], initialize: [1, 1] }),
      chart('requests_latency_mean', { get_forecast: [100, 300], list_cities: [50, null] }, false),
      chart('tool_errors', { get_forecast: [1, 2] }),
      chart('requests_by_result', { successful: [3, 4], tool_errors: [1, 2] }),
    ]);
    assert.deepEqual(
      found.map(({ kind, columns, rows }) => [
        kind,
        columns.map(({ key }) => key),
        rows.map(({ name }) => name),
      ]),
      [
        ['tools', ['requests_latency_mean', 'tool_errors'], ['get_forecast', 'list_cities']],
        ['methods', ['requests_count'], ['tools/call', 'initialize']],
      ],
    );
    assert.deepEqual(found[0]?.rows[0]?.cells, [
      { value: 200, values: [100, 300] },
      { value: 3, values: [1, 2] },
    ]);
    assert.equal(found[0]?.rows[1]?.cells[1], undefined);
  });

  test('merge groups that a later series connects', () => {
    const [found, ...others] = createBreakdowns([
      chart('x', { a: [1], b: [1] }),
      chart('y', { c: [1], d: [1] }),
      chart('z', { b: [1], c: [1] }),
    ]);
    assert.equal(others.length, 0);
    assert.equal(found?.kind, 'categories');
    assert.deepEqual(
      found?.rows.map(({ name }) => name),
      ['a', 'b', 'c', 'd'],
    );
  });

  test('are omitted if there is only one value', () => {
    assert.deepEqual(
      createBreakdowns([chart('tool_errors', { a: [1] }), chart('x', { b: [null], total: [3] })]),
      [],
    );
  });

  test('are sorted by any column, with missing values last', () => {
    const [table] = createBreakdowns([
      chart('x', { b: [2], a: [9], c: [5] }),
      chart('y', { a: [1], c: [4] }),
    ]);
    assert.ok(table);
    const names = (column: string, isDescending: boolean) =>
      sortBreakdownRows(table, { column, isDescending })
        .map(({ name }) => name)
        .join('');
    assert.equal(names('', false), 'abc');
    assert.equal(names('', true), 'cba');
    assert.equal(names('x', true), 'acb');
    assert.equal(names('x', false), 'bca');
    assert.equal(names('y', true), 'cab');
    assert.equal(names('y', false), 'acb');
  });
});

describe('the requests by result', () => {
  test('are the successful requests and the errors', () => {
    const found = createResultChart([
      chart('requests_count', { 'tools/call': [8, 3, null], initialize: [2, null, null] }),
      chart('tool_errors', { a: [1, null, null], b: [2, 3, null] }),
      chart('mcp_errors', { total: [1, 0, null] }),
    ]);
    assert.deepEqual(found?.lines, [
      { name: 'successful', values: [6, 0, null] },
      { name: 'tool_errors', values: [3, 3, null] },
      { name: 'mcp_errors', values: [1, 0, null] },
    ]);
  });

  test('are absent if errors are not parts of the requests', () => {
    const requests = chart('requests_count', { total: [5, 5] });
    assert.equal(createResultChart([requests]), undefined);
    assert.equal(createResultChart([chart('tool_errors', { a: [1] })]), undefined);
    assert.equal(createResultChart([requests, chart('tool_errors', { a: [6, 0] })]), undefined);
    assert.equal(createResultChart([requests, chart('tool_errors', { a: [0, 0, 1] })]), undefined);
    assert.equal(
      createResultChart([chart('requests_count', { total: [5, null] }), chart('tool_errors', { a: [0, 1] })]),
      undefined,
    );
  });

  test('add up to the requests', () => {
    const counts = fc.array(fc.tuple(fc.nat(50), fc.nat(50), fc.nat(50)), { minLength: 1 });
    fc.assert(
      fc.property(counts, (list) => {
        const found = createResultChart([
          chart('requests_count', { total: list.map(([ok, tool, mcp]) => ok + tool + mcp) }),
          chart('tool_errors', { a: list.map(([, tool]) => tool) }),
          chart('mcp_errors', { total: list.map(([, , mcp]) => mcp) }),
        ]);
        assert.deepEqual(
          found?.lines.map(({ values }) => values),
          [0, 1, 2].map((index) => list.map((one) => one[index])),
        );
      }),
    );
  });
});
