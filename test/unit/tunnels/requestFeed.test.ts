import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PatternError } from '../../../src/editor/textSearch/patternMatcher.ts';
import { emptyQuery } from '../../../src/editor/webview/textQuery.ts';
import { RequestFeed } from '../../../src/tunnels/requests/requestFeed.ts';
import { RequestLog } from '../../../src/tunnels/requests/requestLog.ts';
import { RequestSearch } from '../../../src/tunnels/requests/requestSearch.ts';
import { createExchange } from '../../kit/exchanges.ts';

const call = (name: string) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } });
const takeIds = (feed: RequestFeed): readonly number[] => feed.take().map(({ id }) => id);

describe('a feed of requests', () => {
  test('hands out each row once, and again after it has changed', () => {
    const log = new RequestLog(true);
    let changes = 0;
    const feed = new RequestFeed(log, () => changes++);
    feed.restart();
    for (const id of [1, 2, 3]) log.update(createExchange(id, call('a')));
    assert.deepEqual(takeIds(feed), [1, 2, 3]);
    assert.deepEqual(takeIds(feed), []);
    for (const status of [200, 201]) log.update(createExchange(2, call('a'), { status }));
    log.update(createExchange(4, call('a')));
    assert.deepEqual(
      feed.take().map(({ id, status }) => [id, status]),
      [
        [2, 201],
        [4, undefined],
      ],
    );
    assert.equal(changes, 6);
    feed.dispose();
    log.update(createExchange(5, call('a')));
    assert.equal(changes, 6);
  });

  test('collects nothing while it is paused, and begins again', () => {
    const log = new RequestLog(true);
    let changes = 0;
    const feed = new RequestFeed(log, () => changes++);
    log.update(createExchange(1, call('a')));
    assert.deepEqual([takeIds(feed), changes], [[], 0]);
    feed.restart();
    assert.deepEqual(takeIds(feed), [1]);
    feed.pause();
    log.update(createExchange(2, call('a')));
    assert.deepEqual([takeIds(feed), changes], [[], 0]);
    feed.restart();
    assert.deepEqual(takeIds(feed), [1, 2]);
  });

  test('hands out at most 2000 rows at once, and none that were dropped', () => {
    const log = new RequestLog(true, { maxRequests: 3000 });
    const feed = new RequestFeed(log, () => undefined);
    feed.restart();
    for (let id = 1; id <= 3001; id++) log.update(createExchange(id, call('a')));
    const [first, second] = [takeIds(feed), takeIds(feed)];
    assert.deepEqual([first[0], first.length, second.at(-1), second.length], [301, 2000, 3001, 701]);
  });
});

describe('a search for requests', () => {
  const log = new RequestLog(true);
  for (const [index, name] of ['add', 'Subtract', 'add_all'].entries())
    log.update(createExchange(index + 1, call(name), { status: 200 + index, path: `/mcp/${index}` }));
  const rows = log.list(1, 3);

  test('finds the texts of all columns', async () => {
    const search = new RequestSearch();
    const find = async (text: string, options = {}): Promise<readonly number[]> => {
      search.query = { ...emptyQuery, text, ...options };
      return search.find(rows);
    };
    assert.deepEqual(await find('add'), [1, 3]);
    assert.deepEqual(await find('subtract'), [2]);
    assert.deepEqual(await find('subtract', { isCaseSensitive: true }), []);
    assert.deepEqual(await find('201 tools/call'), [2]);
    assert.deepEqual(await find('POST /mcp/2'), [3]);
    assert.deepEqual(await find('call add|20[1]', { isRegex: true }), [1, 2, 3]);
    await assert.rejects(find('(', { isRegex: true }), PatternError);
    assert.deepEqual([await find(' '), search.hasQuery], [[], false]);
    search.dispose();
  });
});
