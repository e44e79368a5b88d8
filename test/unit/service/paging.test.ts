import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { LogEntry } from '../../service/logs/logEntry.ts';
import { findEnvironment, getPath, productionId, type TestJson, useService } from './support.ts';

describe('paging', () => {
  const { service, get, send } = useService();

  /** Reads all pages of a query with their tokens. */
  async function readAll(environmentId: string, query: string) {
    const entries: TestJson[] = [];
    let pages = 0;
    let emptyPages = 0;
    for (let token: TestJson = ''; token !== null && token !== undefined; ) {
      const suffix = token === '' ? '' : `&nextToken=${encodeURIComponent(String(token))}`;
      const { status, json } = await get(`/v1/environments/${environmentId}/logs?${query}${suffix}`);
      assert.equal(status, 200);
      const logs = getPath(json, 'logs');
      assert.ok(Array.isArray(logs));
      entries.push(...logs);
      token = getPath(json, 'nextToken');
      pages++;
      if (logs.length === 0 && typeof token === 'string') emptyPages++;
    }
    return { entries, pages, emptyPages };
  }

  test('loses and repeats nothing, for any size of the page', async () => {
    const id = productionId(service());
    const all = (await readAll(id, 'limit=1000')).entries;
    assert.equal(all.length, service().world.logs.get(id).size);
    for (const limit of [997, 333]) {
      assert.deepEqual((await readAll(id, `limit=${limit}`)).entries, all);
    }
  });

  test('has empty pages that are not the last', async () => {
    const { emptyPages, pages } = await readAll(productionId(service()), 'limit=100');
    assert.ok(emptyPages > 0 && emptyPages < pages / 2, `${emptyPages} of ${pages}`);
  });

  test('works with filters, and a token belongs to its query', async () => {
    const id = productionId(service());
    const query = 'level[]=INFO&search=upstream&limit=50';
    const { entries } = await readAll(id, query);
    const expected = service()
      .world.logs.get(id)
      .latest(100_000, { levels: ['INFO'], search: 'upstream' });
    assert.deepEqual(entries, expected);
    const first = await get(`/v1/environments/${id}/logs?limit=50`);
    const token = encodeURIComponent(String(getPath(first.json, 'nextToken')));
    assert.equal((await get(`/v1/environments/${id}/logs?limit=10&nextToken=${token}`)).status, 200);
    for (const other of ['level[]=INFO', 'search=x', 'since=1h', 'until=1h']) {
      assert.equal((await get(`/v1/environments/${id}/logs?${other}&nextToken=${token}`)).status, 400, other);
    }
  });

  test('a relative time keeps its value from the first page', async () => {
    const { id } = findEnvironment(service(), 'docs-search', 'quiet');
    const at = (agoMs: number) => new Date(service().clock.now() - agoMs).toISOString();
    const entries = [50, 40, 30].map((minutes) => ({
      timestamp: at(minutes * 60_000),
      type: 'INFO',
      requestId: 'relative',
    }));
    service().logs.append(id, entries);
    const path = `/v1/environments/${id}/logs?since=1h&limit=1`;
    const first = await get(path);
    // Now the first two entries are older than an hour. If the start moved, the third would be skipped.
    service().clock.advance(25 * 60_000);
    const rest: TestJson[] = [];
    for (let token = getPath(first.json, 'nextToken'); typeof token === 'string'; ) {
      const { json } = await get(`${path}&nextToken=${encodeURIComponent(token)}`);
      const logs = getPath(json, 'logs');
      if (Array.isArray(logs)) rest.push(...logs);
      token = getPath(json, 'nextToken');
    }
    assert.deepEqual(getPath(first.json, 'logs'), entries.slice(0, 1));
    assert.deepEqual(rest, entries.slice(1));
  });

  test('since and until are inclusive and exact to the millisecond; the latest are the newest, ascending', async () => {
    const { id } = findEnvironment(service(), 'docs-search', 'quiet');
    const base = Date.UTC(2026, 0, 1);
    const offset = fc.integer({ min: 0, max: 6 });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(offset, { maxLength: 30 }),
        offset,
        offset,
        fc.integer({ min: 1, max: 12 }),
        async (offsets, since, until, limit) => {
          const name = `run ${run++}`;
          service().world.logs.delete(id);
          const entries = offsets.map(
            (ms, index): LogEntry => ({
              timestamp: new Date(base + ms).toISOString(),
              type: 'INFO',
              requestId: name,
              content: index % 2 === 0 ? 'twin' : `entry ${index}`,
            }),
          );
          await send('POST', '/_sample/logs', { environmentId: id, entries });
          // The sort is stable: entries of one millisecond stay in the order of arrival.
          const sorted = entries.toSorted((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
          const at = (ms: number) => new Date(base + ms).toISOString();
          const expected = sorted.filter(({ timestamp }) => timestamp >= at(since) && timestamp <= at(until));
          const range = `since=${at(since)}&until=${at(until).replace('Z', '%2B00:00')}&limit=${limit}`;
          assert.deepEqual((await readAll(id, range)).entries, expected);
          const { json } = await get(`/v1/environments/${id}/latest-logs?limit=${limit}`);
          assert.deepEqual(getPath(json, 'logs'), sorted.slice(-limit));
        },
      ),
      { numRuns: 60 },
    );
  });
});
