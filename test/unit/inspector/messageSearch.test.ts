import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { emptyQuery, type TextQuery } from '../../../src/editor/webview/textQuery.ts';
import { allMessages, type MessageFilter } from '../../../src/inspector/messageFilter.ts';
import { MessageLog } from '../../../src/inspector/messageLog.ts';
import { createMessageSearch } from '../../../src/inspector/messageSearch.ts';

const literal = (text: string, isCaseSensitive = false): TextQuery => ({
  ...emptyQuery,
  text,
  isCaseSensitive,
});
const regex = (text: string): TextQuery => ({ ...emptyQuery, text, isRegex: true });

function searchOf(t: TestContext, log: MessageLog) {
  const search = createMessageSearch(log);
  t.after(search.dispose);
  return (query: TextQuery, from = 0, filter: MessageFilter = allMessages) =>
    search.find({ filter, query, areRowsWanted: true }, from);
}

function forecasts(): MessageLog {
  const log = new MessageLog();
  log.add('sent', { id: 1, method: 'tools/call', params: { name: 'get_forecast' } });
  log.add('received', { id: 1, result: { text: 'Sunny' } });
  log.add('received', { method: 'notifications/message', params: { data: 'sunny 17' } });
  log.add('sent', { id: 2, method: 'ping' });
  log.add('received', { id: 2, error: { message: 'no' } });
  return log;
}

describe('a search in messages', () => {
  test('finds a text in methods and contents, and the name of a tool in its response', async (t) => {
    const find = searchOf(t, forecasts());
    const hits = async (query: TextQuery) => (await find(query)).hits;
    assert.deepEqual(await hits(literal('SUNNY')), [0, 2]);
    assert.deepEqual(await hits(literal('Sunny', true)), [0]);
    assert.deepEqual(await hits(literal('tools')), [0]);
    assert.deepEqual(await hits(literal('get_forecast')), [0]);
    assert.deepEqual(await hits(literal('rain')), []);
    assert.deepEqual(await hits(literal('(')), []);
    assert.deepEqual(await find(literal('  ')), { rows: [0, 2, 3], hits: [], to: 5 });
  });

  test('finds messages by a regular expression, and returns the matches', async (t) => {
    const log = forecasts();
    const search = createMessageSearch(log);
    t.after(search.dispose);
    const wanted = { filter: allMessages, query: regex('sunny( \\d+)?'), areRowsWanted: false };
    const other = (text: string) => ({ ...wanted, query: regex(text) });
    assert.deepEqual((await search.find(wanted, 0)).hits, [0, 2]);
    assert.deepEqual(await search.matches(wanted.query, [2, 0, 1]), [['sunny 17'], [], ['Sunny']]);
    assert.deepEqual(await search.matches(literal('sunny'), [2]), [[]]);
    await assert.rejects(search.find(other('('), 0), { kind: 'invalid' });
    // What is looked for next is found all the same.
    assert.deepEqual(await search.find(other('^ping$'), 0), { rows: [], hits: [3], to: 5 });
  });

  test('filters by kind, direction, and method', async (t) => {
    const find = searchOf(t, forecasts());
    const rows = async (filter: Partial<MessageFilter>) =>
      (await find(emptyQuery, 0, { ...allMessages, ...filter })).rows;
    assert.deepEqual(await rows({ kinds: ['error', 'notification'] }), [2, 3]);
    assert.deepEqual(await rows({ direction: 'sent' }), [0, 3]);
    assert.deepEqual(await rows({ method: 'ping' }), [3]);
    assert.deepEqual(await rows({ method: 'ping', direction: 'received', kinds: ['request'] }), []);
    const found = await find(literal('sunny'), 0, { kinds: ['notification'] });
    assert.deepEqual([found.rows, found.hits], [[2], [2]]);
  });

  for (const query of [literal('"999.'), regex('"999\\.')]) {
    test(`searches many messages in slices, each once, for a ${query.isRegex ? 'pattern' : 'text'}`, async (t) => {
      const log = new MessageLog();
      const count = 100_000;
      for (let n = 0; n < count; n++) log.add('received', { method: 'said', params: { n: `${n % 1000}.` } });
      const find = searchOf(t, log);
      const hits: number[] = [];
      const slices: number[] = [];
      for (let from = 0; from < count; ) {
        const found = await find(query, from);
        hits.push(...found.hits);
        slices.push(found.to - from);
        from = found.to;
      }
      assert.deepEqual(
        hits,
        Array.from({ length: 100 }, (_, n) => n * 1000 + 999),
      );
      assert.ok(Math.max(...slices) < count / 2, String(slices));
      assert.deepEqual(await find(query, count), { rows: [], hits: [], to: count });
    });
  }

  test('searches at least one message at a time, whatever its size', async (t) => {
    const log = new MessageLog();
    for (const id of [1, 2]) log.add('received', { id, result: 'x'.repeat(5_000_000) });
    const find = searchOf(t, log);
    assert.deepEqual(await find(literal('xx')), { rows: [0], hits: [0], to: 1 });
    assert.deepEqual(await find(literal('xx'), 1), { rows: [1], hits: [1], to: 2 });
  });
});
