import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noFilter } from '../../../src/logs/filter.ts';
import { ListModel } from '../../../src/logs/listModel.ts';
import type { ListItem, ToPage } from '../../../src/logs/protocol.ts';
import { timeOrder } from '../../../src/logs/requestSort.ts';
import { getFirstLine, getWrappedText } from '../../../src/logs/rowText.ts';
import { createLogSearch } from '../../../src/logs/search/logSearch.ts';
import { LogStore } from '../../../src/logs/store/logStore.ts';
import { StoreView } from '../../../src/logs/view/storeView.ts';
import { createHighlighter, ItemCache } from '../../../src/logs/webview/itemCache.ts';
import { logEntry } from '../../kit/entries.ts';
import { flushPromises, waitUntil } from '../../kit/eventLoop.ts';

const long = 'word '.repeat(100_000);
const margin = ' '.repeat(10_000);

function setUp(contents: readonly string[]) {
  const store = new LogStore(() => 0);
  const { promise: matches, resolve } = Promise.withResolvers<Extract<ToPage, { kind: 'matches' }>>();
  const view = new StoreView(noFilter, {
    store,
    createSearch: (query) => createLogSearch(store.columns, query),
    onChange: () => undefined,
    onProblem: (error) => assert.fail(String(error)),
  });
  const post = (message: ToPage): void => {
    if (message.kind === 'matches') resolve(message);
  };
  const list = new ListModel({ store, view, post, toProblem: String });
  store.add(contents.map((content, index) => logEntry(index, content)));
  return { list, matches };
}

async function itemsOf(contents: readonly string[]) {
  const { list } = setUp(contents);
  list.setPageOpen(true);
  await list.list({ filter: noFilter, isGrouped: false, sort: timeOrder, timeZone: 'UTC', tracked: [] });
  const { items } = list.items({ first: 0, count: contents.length, isAtEnd: false });
  return { list, items };
}

describe('a row with a long text', () => {
  test('is sent to the page without its hidden part, and looks the same', async () => {
    const contents = [long, `${margin}${long}`, 'short'];
    const { list, items } = await itemsOf(contents);
    assert.ok(JSON.stringify(items).length < 10_000);
    assert.deepEqual(
      items.map(({ isCut }) => isCut),
      [true, true, undefined],
    );
    const [first] = items;
    assert.ok(first);
    assert.deepEqual(getFirstLine(first), getFirstLine({ ...first, content: long }));
    assert.equal(getWrappedText(first), getWrappedText({ ...first, content: long }));
    assert.deepEqual(
      items.map(({ id }) => list.text({ entryId: id }).content),
      contents,
    );
    assert.deepEqual(list.text({ entryId: 99 }), {});
    list.dispose();
  });

  test('is requested completely when it is expanded, and stays complete after an update', async () => {
    const asked: number[] = [];
    let draws = 0;
    const cut: ListItem = { id: 7, time: 0, type: 'INFO', content: 'cut', isCut: true, isHit: false };
    const items = new ItemCache(
      async (first) => ({ first, items: [cut] }),
      () => void draws++,
      async (id) => {
        asked.push(id);
        return { content: 'all of it' };
      },
    );
    items.reset(1);
    items.ensureLoaded(0, 0, true);
    await waitUntil(() => items.at(0) !== undefined, 'the item is there');
    items.requestFullText(7);
    items.requestFullText(7);
    await waitUntil(() => items.at(0)?.content === 'all of it', 'the text is there');
    assert.deepEqual([asked, items.at(0)?.isCut], [[7], undefined]);
    const before = draws;
    items.applyChange([], 1, [cut], true);
    assert.equal(items.at(0)?.content, 'all of it');
    assert.ok(before > 1, 'it is drawn anew');
  });

  test('stays truncated if it was removed in the meantime', async () => {
    const items = new ItemCache(
      async (first) => ({ first, items: [] }),
      () => undefined,
      async () => ({}),
    );
    items.requestFullText(7);
    await flushPromises();
    assert.equal(items.at(0), undefined);
  });
});

describe('a long match', () => {
  const filter = { ...noFilter, find: { text: '(x+ ?)+', isRegex: true, isCaseSensitive: false } };

  test('is sent truncated, and can be highlighted', async () => {
    const { list, matches } = setUp([`${'x'.repeat(40_000)} y ${'xx '.repeat(40_000)}`]);
    list.setPageOpen(true);
    await list.list({ filter, isGrouped: false, sort: timeOrder, timeZone: 'UTC', tracked: [] });
    list.items({ first: 0, count: 1, isAtEnd: false });
    const [{ texts } = { texts: [] }] = (await matches).matches;
    assert.ok(JSON.stringify(texts).length < 10_000);
    const mark = createHighlighter({ getMatches: () => texts }, () => filter.find)(1);
    assert.match('xxx'.repeat(1000), mark ?? assert.fail('there is something to mark'));
    list.dispose();
  });

  test('of a literal text can be highlighted, too', () => {
    const find = { ...filter.find, isRegex: false, text: 'x'.repeat(40_000) };
    const mark = createHighlighter({ getMatches: () => [] }, () => find)(1);
    assert.match('x'.repeat(40_000), mark ?? assert.fail('there is something to mark'));
  });
});
