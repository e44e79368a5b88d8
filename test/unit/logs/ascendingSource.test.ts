import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toAscendingSource } from '../../../src/logs/read/ascendingSource.ts';
import { readTimePages } from '../../../src/logs/read/timePages.ts';
import { logEntry } from '../../kit/entries.ts';
import { signal } from '../../kit/signal.ts';
import { minute } from '../../kit/time.ts';
import { fakeLogs } from './fakeLogs.ts';
import { set } from './sessionSetUp.ts';

const text = (entries: readonly { readonly content?: string }[]) =>
  entries.map(({ content }) => content).join('');

function newestFirst(letters: readonly (readonly [number, string])[], pageSize = 1000) {
  const logs = fakeLogs(letters.map(([time, content]) => logEntry(time, content)));
  return { logs: Object.assign(logs, { isNewestFirst: true, pageSize }), source: toAscendingSource(logs) };
}

describe('a service that returns the newest entries first', () => {
  test('gets its pages reversed, also within a millisecond, and marked with isNewestFirst', async () => {
    const { source } = newestFirst([
      [1, 'a'],
      [1, 'b'],
      [2, 'c'],
      [2, 'd'],
    ]);
    for (const page of [await source.readLatest({}, signal), await source.readPage({}, signal)]) {
      assert.deepEqual([text(page.logs), page.isNewestFirst], ['abcd', true]);
    }
  });

  test('is read back to the start of a range, each page ending where the previous one began', async () => {
    const letters = Array.from('abcdefg', (letter, index) => [index < 3 ? 1 : index, letter] as const);
    const { source } = newestFirst(letters, 3);
    const leaves: string[] = [];
    for await (const { logs } of readTimePages(source, { since: 0, until: 9 }, signal))
      leaves.push(text(logs));
    assert.deepEqual(leaves, ['efg', 'cde', 'abc']);
  });

  test('is recognized from later pages if the first page contains only one millisecond', async () => {
    const letters = Array.from('abcdefg', (letter, index) => [index < 3 ? 1 : 2, letter] as const);
    const { source, logs } = newestFirst(letters, 2);
    const leaves: string[] = [];
    for await (const { logs } of readTimePages(source, { since: 0, until: 9 }, signal))
      leaves.push(text(logs));
    assert.deepEqual(leaves, ['fg', 'fg', 'defg', 'bc', 'abc', '']);
    const asked = logs.pageRequests.length;
    await source.readPage({ since: new Date(2).toISOString() }, signal);
    assert.equal(logs.pageRequests.length, asked + 1);
  });

  test('loses nothing of a range', async () => {
    const { logs, session, texts, time } = set();
    Object.assign(logs, { isNewestFirst: true, pageSize: 500 });
    const ages = Array.from({ length: 10_000 }, (_, index) => 10_000 - index);
    logs.entries.push(...ages.map((age) => logEntry(time.now - Math.ceil(age / 2) * 200, String(age))));
    await session.load({ range: { since: { ago: 120 * minute } }, filter: {} }, false);
    assert.deepEqual(texts(), ages.map(String));
    assert.ok(logs.pageRequests.length < 80, `${logs.pageRequests.length} requests`);
  });

  test('is not inferred from a single late entry', async () => {
    const source = toAscendingSource({
      ...fakeLogs(),
      readPage: async () => ({ logs: [3, 4, 5, 1].map((time) => logEntry(time, String(time))) }),
    });
    const page = await source.readPage({}, signal);
    assert.deepEqual([text(page.logs), page.isNewestFirst], ['3451', undefined]);
  });
});
