import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  EndlessPagesError,
  type EntryPage,
  type EntryPageRequest,
  readEntryPages,
} from '../../../src/logs/read/logSource.ts';
import { logEntry } from '../../kit/entries.ts';
import { signal } from '../../kit/signal.ts';

/** Reads all pages and says how many there were, and what ended them. */
async function readAll(page: (request: EntryPageRequest) => EntryPage) {
  let asked = 0;
  const source = {
    readLatest: () => Promise.reject(new Error('not asked for')),
    readPage: async (request: EntryPageRequest) => {
      asked += 1;
      if (asked > 100_000) throw new Error('This goes on for ever.');
      return page(request);
    },
  };
  try {
    for await (const one of readEntryPages(source, {}, signal)) assert.ok(one);
    return { asked };
  } catch (error) {
    return { asked, error };
  }
}

/** A source that answers with these pages in turn, and after them with the last one for ever. */
function pagesOf(...pages: EntryPage[]) {
  const requests: EntryPageRequest[] = [];
  const source = {
    readLatest: () => Promise.reject(new Error('not asked for')),
    readPage: async (request: EntryPageRequest) => {
      requests.push(request);
      return pages[Math.min(requests.length, pages.length) - 1] ?? { logs: [] };
    },
  };
  return { source, requests };
}

describe('pages', () => {
  test('that are empty are followed by others if they have a token', async () => {
    const { source, requests } = pagesOf(
      { logs: [], nextToken: 'a' },
      { logs: [logEntry(1)], nextToken: 'b' },
      { logs: [], nextToken: 'c' },
      { logs: [logEntry(2)] },
    );
    const found: number[] = [];
    for await (const page of readEntryPages(source, { since: 's', search: 'x' }, signal))
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

  test('end with a token that repeats the token of the request', async () => {
    const { source, requests } = pagesOf(
      { logs: [logEntry(1)], nextToken: 'a' },
      { logs: [], nextToken: 'a' },
    );
    for await (const page of readEntryPages(source, {}, signal)) assert.ok(page);
    assert.equal(requests.length, 2);
  });

  test('with a cycle of tokens are reported as endless', async () => {
    for (const logs of [[], [logEntry(1)]]) {
      const next: Readonly<Record<string, string>> = { a: 'b', b: 'c', c: 'a' };
      const { asked, error } = await readAll(({ nextToken = 'c' }) => ({
        logs,
        nextToken: next[nextToken] ?? '',
      }));
      assert.ok(error instanceof EndlessPagesError, `${error}`);
      assert.equal(asked, 4);
    }
  });

  test('that are all empty with new tokens are reported as endless', async () => {
    const { asked, error } = await readAll(({ nextToken = '0' }) => ({
      logs: [],
      nextToken: `${+nextToken + 1}`,
    }));
    assert.ok(error instanceof EndlessPagesError, `${error}`);
    assert.ok(asked < 1000, `${asked}`);
  });

  test('that never end are reported as endless', async () => {
    const { asked, error } = await readAll(({ nextToken = '0' }) => ({
      logs: [logEntry(1)],
      nextToken: `${+nextToken + 1}`,
    }));
    assert.ok(error instanceof EndlessPagesError, `${error}`);
    assert.ok(asked < 20_000, `${asked}`);
  });

  test('can often be empty if others are in between', async () => {
    const last = 1500;
    const { asked, error } = await readAll(({ nextToken = '0' }) => ({
      logs: +nextToken % 400 === 399 ? [logEntry(1)] : [],
      ...(+nextToken < last && { nextToken: `${+nextToken + 1}` }),
    }));
    assert.deepEqual([asked, error], [last + 1, undefined]);
  });

  test('are not returned after a cancellation', async () => {
    const { source, requests } = pagesOf({ logs: [logEntry(1)], nextToken: 'a' }, { logs: [logEntry(2)] });
    const abort = new AbortController();
    const pages = readEntryPages(source, {}, abort.signal);
    assert.equal((await pages.next()).done, false);
    const second = pages.next();
    abort.abort();
    await assert.rejects(second, { name: 'AbortError' });
    assert.equal(requests.length, 2);
  });
});
