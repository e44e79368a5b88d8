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
  test('an empty page is not the end while it has a token', async () => {
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

  test('a token that leads back to itself is the end', async () => {
    const { source, requests } = pagesOf(
      { logs: [logEntry(1)], nextToken: 'a' },
      { logs: [], nextToken: 'a' },
    );
    for await (const page of readEntryPages(source, {}, signal)) assert.ok(page);
    assert.equal(requests.length, 2);
  });

  test('whose tokens go round in a circle are no longer asked for, and that is said', async () => {
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

  test('that are empty, with a new token each time, are not asked for without end', async () => {
    const { asked, error } = await readAll(({ nextToken = '0' }) => ({
      logs: [],
      nextToken: `${+nextToken + 1}`,
    }));
    assert.ok(error instanceof EndlessPagesError, `${error}`);
    assert.ok(asked < 1000, `${asked}`);
  });

  test('that are full for ever are not asked for without end', async () => {
    const { asked, error } = await readAll(({ nextToken = '0' }) => ({
      logs: [logEntry(1)],
      nextToken: `${+nextToken + 1}`,
    }));
    assert.ok(error instanceof EndlessPagesError, `${error}`);
    assert.ok(asked < 20_000, `${asked}`);
  });

  test('may be empty for long, when others come between', async () => {
    const last = 1500;
    const { asked, error } = await readAll(({ nextToken = '0' }) => ({
      logs: +nextToken % 400 === 399 ? [logEntry(1)] : [],
      ...(+nextToken < last && { nextToken: `${+nextToken + 1}` }),
    }));
    assert.deepEqual([asked, error], [last + 1, undefined]);
  });

  test('none is handed on once cancelled', async () => {
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
