import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { emptyQuery } from '../../../src/editor/webview/textQuery.ts';
import { noFilter, type RequestOperation, toLevelGroup } from '../../../src/logs/filter.ts';
import type { LogRow } from '../../../src/logs/logRow.ts';
import { maxOperations } from '../../../src/logs/view/requestOperations.ts';
import { listRows, logEntry } from '../../kit/entries.ts';
import { createLogView } from '../../kit/logView.ts';

const operations: readonly RequestOperation[] = [
  { method: 'tools/call', tool: 'a' },
  { method: 'tools/call', tool: 'b' },
  { method: 'tools/call' },
  { method: 'tools/list' },
];
/** The content of a START entry. */
const contents = ['a', 'b 1', '{"name":"a","arguments":{}}', 'a {"x":1}', '{"x":1}', ''];

const batch = fc.array(
  fc.record({
    time: fc.nat(9),
    type: fc.constantFrom('START', 'START', 'INFO', 'ERROR', 'END'),
    request: fc.constantFrom('p', 'q', 'r', 's', undefined),
    method: fc.constantFrom('tools/call', 'tools/call', 'tools/list', undefined),
    content: fc.constantFrom(...contents),
    ms: fc.option(fc.nat(9), { nil: undefined }),
  }),
  { maxLength: 6 },
);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('add' as const), batch, isOlder: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('trim' as const), count: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('gap' as const), from: fc.nat(9) }) },
);
const filters = fc.record({
  levels: fc.constantFrom([], ['ERROR' as const]),
  find: fc.constantFrom(
    emptyQuery,
    { ...emptyQuery, text: 'x' },
    { ...emptyQuery, text: '[01]', isRegex: true },
  ),
  isHighlighting: fc.boolean(),
  operation: fc.constantFrom(...operations),
  time: fc.constantFrom({ from: 0, until: 99 }, { from: 3, until: 6 }),
});

/** Returns the method and the tool of a request: of its last START entry. */
function readNaively(rows: readonly LogRow[], requestId: string | undefined): RequestOperation | undefined {
  const start = rows.findLast((row) => row.type === 'START' && row.requestId === requestId);
  if (requestId === undefined || !start) return undefined;
  const { method, content = '' } = start;
  if (method === undefined) return {};
  if (method !== 'tools/call') return { method };
  const tool = content.startsWith('{"name"') ? 'a' : /^([ab])(?![^ ])(?! \d)/.exec(content)?.[1];
  return { method, ...(tool !== undefined && { tool }) };
}

/** Formats durations below a second. */
const formatDuration = (ms: number | undefined): string => (ms === undefined ? '' : `${ms} ms`);

const isSame = (a: RequestOperation | undefined, b: RequestOperation) =>
  a !== undefined && a.method === b.method && a.tool === b.tool;

async function addBatches(
  steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[],
  { store, view }: ReturnType<typeof createLogView>,
  check: (index: number) => Promise<void> | void,
): Promise<void> {
  for (const [index, one] of steps.entries()) {
    if (one.kind === 'trim') store.trim(one.count);
    else if (one.kind === 'gap') store.addGap({ from: one.from, until: 9, isLoading: false });
    else {
      const entries = one.batch.map(({ time, type, request, method, content, ms }, at) =>
        logEntry(time, type === 'START' ? content : `${index}.${at} x`, {
          type,
          ...(request !== undefined && { requestId: request }),
          ...(method !== undefined && { method }),
          ...(ms !== undefined && { durationInMs: ms }),
        }),
      );
      store.add(entries, one.isOlder ? 'before' : 'after');
    }
    // Some searches are still running at the next change.
    if (index % 2 === 0) for (let turn = 0; turn < 6; turn++) await setImmediate();
    await check(index);
  }
  for (let turn = 0; turn < 10; turn++) await setImmediate();
  view.takeEdits();
}

describe('a method or tool as a filter', () => {
  test('shows the same rows as a filter of all rows, for any changes', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 8 }),
        filters,
        fc.boolean(),
        async (steps, filter, isGrouped) => {
          const log = createLogView();
          const { store, view } = log;
          await view.setFilter({ ...noFilter, ...filter }, isGrouped);
          let { length } = view;
          await addBatches(steps, log, () => {
            for (const { removed, inserted } of view.takeEdits()) length += inserted - removed;
            assert.equal(length, view.length);
          });
          const { isRegex, text } = filter.find;
          const isTextMatch = ({ content = '', method = '', type, requestId = '', durationInMs }: LogRow) =>
            [content, method, type, requestId, formatDuration(durationInMs)].some((field) =>
              isRegex ? /[01]/.test(field) : field.toLowerCase().includes(text),
            );
          const rows = listRows(store);
          const expected = rows.filter(
            (row) =>
              row.gap ||
              ((filter.levels.length === 0 || toLevelGroup(row.type) === 'ERROR') &&
                row.time >= filter.time.from &&
                row.time <= filter.time.until &&
                isSame(readNaively(rows, row.requestId), filter.operation) &&
                (filter.isHighlighting || text === '' || isTextMatch(row))),
          );
          assert.deepEqual(
            [...view.slots].map((slot) => store.getRow(slot).id),
            expected.map(({ id }) => id),
          );
          const ends = new Map<string | undefined, number | undefined>();
          const visibleIds = new Set(expected.map(({ requestId }) => requestId));
          for (const { type, requestId, durationInMs } of rows)
            if (type === 'END' && visibleIds.has(requestId)) ends.set(requestId, durationInMs);
          ends.delete(undefined);
          const durations = [...ends.values()].filter((ms) => ms !== undefined);
          assert.equal(view.durations?.count ?? 0, durations.length);
          view.dispose();
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('the summary by method and tool', () => {
  test('equals that of another implementation, for any rows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), fc.boolean(), async (steps, isFiltered) => {
        const log = createLogView();
        const { store, view } = log;
        await view.setFilter({ ...noFilter, levels: isFiltered ? ['ERROR'] : [] }, false);
        await addBatches(steps, log, () => undefined);
        const rows = listRows(store);
        const shown = rows.filter(({ type }) => !isFiltered || type === 'ERROR');
        const ids = [...new Set(shown.flatMap(({ requestId }) => requestId ?? []))];
        const { rows: found, hiddenCount } = view.summarizeOperations();
        assert.equal(hiddenCount, 0);
        assert.equal(
          found.reduce((sum, { calls }) => sum + calls, 0),
          ids.length,
        );
        assert.deepEqual(
          found.map(({ calls }) => calls),
          found.map(({ calls }) => calls).toSorted((a, b) => b - a),
        );
        for (const { operation, calls, failedCalls, p50, p95 } of found) {
          const own = ids.filter((id) => {
            const read = readNaively(rows, id);
            return operation ? isSame(read, operation) : read === undefined;
          });
          assert.equal(calls, own.length);
          const has = (id: string, type: string) =>
            rows.some((row) => row.requestId === id && row.type === type);
          assert.equal(failedCalls, own.filter((id) => has(id, 'ERROR')).length);
          const durations = own
            .map((id) => rows.findLast((row) => row.requestId === id && row.type === 'END')?.durationInMs)
            .filter((ms) => ms !== undefined)
            .toSorted((a, b) => a - b);
          const percentile = (part: number) => durations.find((_, at) => (at + 1) / durations.length >= part);
          assert.deepEqual([p50, p95], [percentile(0.5), percentile(0.95)]);
        }
        view.dispose();
      }),
      { numRuns: 200 },
    );
  });

  test('has a bounded number of rows, and counts the others', async () => {
    const { store, view } = createLogView();
    await setImmediate();
    store.add(
      Array.from({ length: maxOperations + 7 }, (_, index) =>
        logEntry(index, `tool_${index}`, { type: 'START', requestId: `r${index}`, method: 'tools/call' }),
      ),
    );
    const { rows, hiddenCount } = view.summarizeOperations();
    assert.deepEqual([rows.length, hiddenCount], [maxOperations, 7]);
  });
});
