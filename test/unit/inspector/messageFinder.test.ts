import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emptyQuery } from '../../../src/editor/webview/textQuery.ts';
import { MessageFinder } from '../../../src/inspector/webview/messageFinder.ts';
import { waitUntil } from '../../kit/eventLoop.ts';

/** A host that finds every tenth message, a hundred at a time, and all messages without a text and a filter. */
function setUp(count: number) {
  const asked: number[] = [];
  let total = count;
  const found = new MessageFinder(
    async ({ query, filter, areRowsWanted }, from) => {
      asked.push(from);
      const to = Math.min(total, from + 100);
      const hits = Array.from({ length: to - from }, (__, at) => from + at).filter((at) => at % 10 === 0);
      const all = Array.from({ length: to - from }, (__, at) => from + at);
      if (!areRowsWanted) return { rows: [], hits, to };
      return { rows: filter.kinds.length > 0 ? hits : all, hits: query.text === '' ? [] : hits, to };
    },
    () => undefined,
  );
  found.setCounts(count);
  const grow = (to: number): void => {
    total = to;
    found.setCounts(to);
  };
  return { found, asked, grow };
}

const text = { ...emptyQuery, text: 'rain' };

describe('the messages that are found', () => {
  test('are all messages at first', async () => {
    const { found, asked } = setUp(250);
    await waitUntil(() => found.length === 250, 'the search ends');
    assert.deepEqual([found.length, found.idAt(7), found.indexOf(7), found.indexOf(250)], [250, 7, 7, -1]);
    assert.deepEqual(
      [found.hitCount, found.findNextHit(3, true), asked],
      [undefined, undefined, [0, 100, 200]],
    );
  });

  test('are shown alone, and include new messages', async () => {
    const { found, asked, grow } = setUp(250);
    await waitUntil(() => found.length === 250, 'the search ends');
    found.update({ query: text });
    await waitUntil(() => !found.isSearching, 'the search ends');
    assert.deepEqual([found.length, found.hitCount, asked.slice(3)], [25, 25, [0, 100, 200]]);
    assert.deepEqual([found.idAt(3), found.indexOf(30), found.indexOf(31)], [30, 3, -1]);
    grow(301);
    await waitUntil(() => found.length === 31, 'the search ends');
    assert.deepEqual(asked.slice(6), [250]);
    found.update({ query: emptyQuery });
    await waitUntil(() => found.length === 301, 'the search ends');
  });

  test('are visited in both directions, and wrap around', async () => {
    const { found } = setUp(95);
    found.update({ query: text, isHighlighting: true });
    await waitUntil(() => !found.isSearching, 'the search ends');
    assert.deepEqual([found.length, found.hitCount], [95, 10]);
    const steps = [undefined, 9, 10, 90, 94].map((from) => [
      found.findNextHit(from, true),
      found.findNextHit(from, false),
    ]);
    assert.deepEqual(steps, [
      [0, 90],
      [10, 0],
      [20, 0],
      [0, 80],
      [0, 90],
    ]);
    assert.deepEqual(
      [found.getHitNumber(0), found.getHitNumber(20), found.getHitNumber(21)],
      [1, 3, undefined],
    );
  });

  test('can be filtered by kind; a searched text can be highlighted only', async () => {
    const { found } = setUp(200);
    found.update({ filter: { kinds: ['request'] } });
    await waitUntil(() => !found.isSearching, 'the search ends');
    assert.deepEqual([found.length, found.hitCount], [20, undefined]);
    found.update({ query: text, isHighlighting: true });
    await waitUntil(() => !found.isSearching, 'the search ends');
    assert.deepEqual([found.length, found.hitCount], [20, 20]);
  });

  test('include an exchange once, at its place, also if its response arrives later', async () => {
    let slice: readonly number[] = [0, 2, 5];
    const found = new MessageFinder(
      async () => ({ rows: slice, hits: [], to: total }),
      () => undefined,
    );
    let total = 6;
    const shown = () => Array.from({ length: found.length }, (_, row) => found.idAt(row));
    found.setCounts(total);
    await waitUntil(() => found.length === 3, 'the search ends');
    slice = [1, 2, 6];
    total = 7;
    found.setCounts(total);
    await waitUntil(() => found.length === 5, 'the search ends');
    assert.deepEqual(shown(), [0, 1, 2, 5, 6]);
  });

  test("don't include results for a previous text", async () => {
    const { found } = setUp(1000);
    found.update({ query: text });
    found.update({ query: { ...text, text: 'snow' } });
    await waitUntil(() => !found.isSearching, 'the search ends');
    assert.equal(found.length, 100);
  });

  test("don't include dropped messages; the others keep their indexes", async () => {
    const gone: number[] = [];
    const found = new MessageFinder(
      async ({ query }, from) => {
        const all = Array.from({ length: 250 - from }, (__, at) => from + at);
        const hits = all.filter((at) => at % 10 === 0);
        return { rows: all, hits: query.text === '' ? [] : hits, to: 250 };
      },
      (_, rows = 0) => void gone.push(rows),
    );
    found.setCounts(250);
    await waitUntil(() => found.length === 250, 'the search ends');
    found.setCounts(250, 95);
    assert.equal(gone.at(-1), 95);
    assert.deepEqual([found.length, found.idAt(0), found.indexOf(95), found.indexOf(94)], [155, 95, 0, -1]);
    found.update({ query: text });
    await waitUntil(() => !found.isSearching, 'the search ends');
    assert.deepEqual([found.length, found.idAt(0), found.hitCount], [15, 100, 15]);
    found.setCounts(250, 121);
    assert.deepEqual([found.length, found.idAt(0), found.hitCount, gone.at(-1)], [12, 130, 12, 3]);
  });

  test('are none if the search has a problem, which is reported', async () => {
    let asked = 0;
    const found = new MessageFinder(
      async ({ query }, from) => {
        if (!query.isRegex) return { rows: [], hits: [], to: 10 };
        asked++;
        return { rows: [], hits: [], to: from, problem: 'no pattern' };
      },
      () => undefined,
    );
    found.setCounts(10);
    found.update({ query: { ...text, isRegex: true } });
    await waitUntil(() => found.problem !== undefined, 'the search ends');
    found.setCounts(20);
    assert.deepEqual([found.problem, asked, found.isSearching], ['no pattern', 1, false]);
  });
});
