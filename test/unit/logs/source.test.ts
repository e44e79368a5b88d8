import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type LogPage, type PageRequest, readPages } from '../../../src/logs/read/source.ts';
import { entry } from '../../kit/entries.ts';
import { signal } from '../../kit/signal.ts';

/** A source that answers with these pages in turn, and after them with the last one for ever. */
function pagesOf(...pages: LogPage[]) {
  const requests: PageRequest[] = [];
  const source = {
    latest: () => Promise.reject(new Error('not asked for')),
    page: async (request: PageRequest) => {
      requests.push(request);
      return pages[Math.min(requests.length, pages.length) - 1] ?? { logs: [] };
    },
  };
  return { source, requests };
}

describe('pages', () => {
  test('an empty page is not the end while it has a token', async () => {
    const { source, requests } = pagesOf(
      { logs: [], nextToken: 'a' },
      { logs: [entry(1)], nextToken: 'b' },
      { logs: [], nextToken: 'c' },
      { logs: [entry(2)] },
    );
    const found: number[] = [];
    for await (const page of readPages(source, { since: 's', search: 'x' }, signal))
      found.push(page.logs.length);
    assert.deepEqual(found, [0, 1, 0, 1]);
    const query = { since: 's', search: 'x' };
    assert.deepEqual(requests, [
      query,
      { ...query, nextToken: 'a' },
      { ...query, nextToken: 'b' },
      { ...query, nextToken: 'c' },
    ]);
  });

  test('a token that leads back to itself is the end', async () => {
    const { source, requests } = pagesOf({ logs: [entry(1)], nextToken: 'a' }, { logs: [], nextToken: 'a' });
    for await (const page of readPages(source, {}, signal)) assert.ok(page);
    assert.equal(requests.length, 2);
  });

  test('none is handed on once cancelled', async () => {
    const { source, requests } = pagesOf({ logs: [entry(1)], nextToken: 'a' }, { logs: [entry(2)] });
    const abort = new AbortController();
    const pages = readPages(source, {}, abort.signal);
    assert.equal((await pages.next()).done, false);
    const second = pages.next();
    abort.abort();
    await assert.rejects(second, { name: 'AbortError' });
    assert.equal(requests.length, 2);
  });
});
