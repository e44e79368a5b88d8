import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LogEntry } from '../../../src/api/logEntries.ts';
import type { LogSource } from '../../../src/logs/read/logSource.ts';
import { readTimePages, type TimePageRange } from '../../../src/logs/read/timePages.ts';
import { logEntry } from '../../kit/entries.ts';
import { signal } from '../../kit/signal.ts';
import { fakeLogs } from './fakeLogs.ts';

const iso = (ms: number) => new Date(ms).toISOString();

async function read(source: LogSource, range: TimePageRange = { since: 0 }): Promise<LogEntry[][]> {
  const leaves: LogEntry[][] = [];
  for await (const { logs } of readTimePages(source, range, signal)) leaves.push([...logs]);
  return leaves;
}

function texts(leaves: readonly (readonly LogEntry[])[]): string[] {
  return leaves.map((leaf) => leaf.map(({ content }) => content).join(''));
}

describe('time pages of a range', () => {
  test('begin in the millisecond in which the previous page ended, without a token', async () => {
    const logs = fakeLogs([
      logEntry(1, 'a'),
      logEntry(2, 'b'),
      logEntry(2, 'c'),
      logEntry(3, 'd'),
      logEntry(4, 'e'),
    ]);
    logs.pageSize = 3;
    assert.deepEqual(texts(await read(logs, { since: 0, until: 4, search: 'x' })), ['abc', 'bcd', 'de']);
    const common = { until: iso(4), search: 'x' };
    assert.deepEqual(logs.pageRequests, [
      { since: iso(0), ...common },
      { since: iso(2), ...common },
      { since: iso(3), ...common },
    ]);
  });

  test('begin with the oldest entry if there is no start', async () => {
    const logs = fakeLogs([logEntry(1, 'a'), logEntry(2, 'b')]);
    logs.pageSize = 1;
    assert.deepEqual(texts(await read(logs, {})).at(-1), 'b');
    assert.deepEqual(logs.pageRequests[0], {});
  });

  test('contain all 1,001 entries of one millisecond, when two attempts agree', async () => {
    const all = Array.from({ length: 1001 }, (_, index) => logEntry(5, String(index)));
    const logs = fakeLogs([logEntry(1, 'before'), ...all, logEntry(6, 'after')]);
    const leaves = await read(logs);
    assert.deepEqual(new Set(leaves.flat().map(({ content }) => content)).size, 1003);
    assert.deepEqual(
      leaves.map((leaf) => leaf.length),
      [1000, 1000, 1001, 1],
    );
    // Two readings, of two pages each.
    const ofIt = logs.pageRequests.filter(({ since, until }) => since === iso(5) && until === iso(5));
    assert.equal(ofIt.length, 4);
  });

  test('continue after an empty page with a token', async () => {
    const logs = fakeLogs([logEntry(1, 'a'), logEntry(2, 'b')]);
    const page = logs.readPage.bind(logs);
    logs.readPage = async (request, abort) =>
      request.nextToken === undefined && request.since === iso(0)
        ? { logs: [], nextToken: '0' }
        : page(request, abort);
    assert.deepEqual(texts(await read(logs)), ['ab']);
  });

  test('of a service that does not filter by time follow its tokens, and end', async () => {
    const logs = fakeLogs([logEntry(1, 'a'), logEntry(2, 'b'), logEntry(3, 'c')]);
    logs.pageSize = 1;
    const page = logs.readPage.bind(logs);
    logs.readPage = ({ nextToken }, abort) => page(nextToken === undefined ? {} : { nextToken }, abort);
    assert.deepEqual(texts(await read(logs, { since: 2 })), ['a', 'b', 'c']);
  });

  test('follow the tokens if no entry has a time', async () => {
    const undated = ['a', 'b', 'c'].map((content) => ({ timestamp: '', type: 'UNPARSED', content }));
    const source: LogSource = {
      readLatest: () => Promise.reject(new Error('not asked for')),
      readPage: async ({ nextToken }) => {
        const next = Number(nextToken ?? 0);
        return { logs: undated.slice(next, next + 1), ...(next < 2 && { nextToken: String(next + 1) }) };
      },
    };
    assert.deepEqual(texts(await read(source)), ['a', 'b', 'c']);
  });
});
