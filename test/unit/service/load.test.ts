import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { startLoad } from '../../service/logs/load.ts';
import { createLoadEntries } from '../../service/logs/loadEntries.ts';
import { type LogEntry, type LogLevel, logLevels } from '../../service/logs/logEntry.ts';
import { createLogStore } from '../../service/logs/logStore.ts';
import { buildWorld } from '../../service/world/buildWorld.ts';
import { createClock, dayMs } from '../../service/world/clock.ts';
import type { World } from '../../service/world/model.ts';
import { getPath, productionId, type TestJson, useService } from './support.ts';

const baseUrl = 'http://127.0.0.1:1';

function loaded(world: World) {
  const environment = [...world.environments.values()].find(({ logProfile }) => logProfile.hasLoad);
  assert.ok(environment);
  return environment;
}

function allOf(world: World): LogEntry[] {
  return world.logs.get(loaded(world).id).between(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, {});
}

/** Returns the entries that the option `entries` adds. */
function generated(world: World, entries: number) {
  const written = new Set(
    allOf(buildWorld({ seed: world.seed, baseUrl, clock: world.clock })).map((entry) =>
      JSON.stringify(entry),
    ),
  );
  const added = allOf(world).filter((entry) => !written.has(JSON.stringify(entry)));
  assert.equal(added.length, entries);
  return added;
}

function isAscending(entries: readonly LogEntry[]): boolean {
  return entries.every(({ timestamp }, index) => timestamp >= (entries[index - 1]?.timestamp ?? ''));
}

describe('generated entries', () => {
  const count = 10_000;
  const clock = createClock();
  const world = buildWorld({ seed: 1, baseUrl, clock, entries: count });

  test('are additional entries over 7 days before the start', () => {
    const entries = generated(world, count);
    assert.ok(isAscending(allOf(world)));
    const ages = [entries.at(0), entries.at(-1)].map(
      (entry) => clock.startedAt - Date.parse(entry?.timestamp ?? ''),
    );
    assert.ok((ages[0] ?? 0) > 6.9 * dayMs && (ages[0] ?? 0) <= 7 * dayMs, String(ages));
    assert.ok((ages[1] ?? -1) >= 0 && (ages[1] ?? 0) < dayMs / 24, String(ages));
  });

  test('are complete requests of the specified size', () => {
    const entries = generated(world, count);
    const requests = Map.groupBy(entries, ({ requestId }) => requestId);
    for (const [id, request] of requests) {
      assert.deepEqual([request[0]?.type, request.at(-1)?.type], ['START', 'END'], id);
    }
    assert.ok(requests.size > count / 8, String(requests.size));
    const mean = (size: (entry: LogEntry) => number) =>
      entries.reduce((sum, entry) => sum + size(entry), 0) / count;
    const content = mean((entry) => entry.content?.length ?? 0);
    const bytes = mean((entry) => Buffer.byteLength(JSON.stringify(entry)));
    assert.ok(Math.abs(content - 120) < 5, String(content));
    assert.ok(Math.abs(bytes - 287) < 10, String(bytes));
    for (const level of logLevels)
      assert.ok(
        entries.some(({ type }) => type === level),
        level,
      );
  });

  test('are the same for the same seed, and different for another', () => {
    const again = buildWorld({ seed: 1, baseUrl, clock, entries: count });
    const other = buildWorld({ seed: 2, baseUrl, clock, entries: count });
    assert.deepEqual(allOf(again), allOf(world));
    assert.notDeepEqual(
      generated(other, count).map(({ content }) => content),
      generated(world, count).map(({ content }) => content),
    );
  });

  test('have the requested number, however small', () => {
    for (const few of [1, 15, 17]) generated(buildWorld({ seed: 3, baseUrl, clock, entries: few }), few);
  });

  test('belong to one environment only', () => {
    const size = (entries: number) => {
      const { environments, logs } = buildWorld({ seed: 1, baseUrl, clock, entries });
      return [...environments.keys()].reduce((sum, id) => sum + logs.get(id).size, 0);
    };
    assert.equal(size(500) - size(0), 500);
  });
});

describe('queries of generated entries', () => {
  const { service, get } = useService({ seed: 4, entries: 3000 });

  test('work as for other entries: since, until, limit, level, search, tokens', async () => {
    const id = productionId(service());
    const all = allOf(service().world);
    const index = fc.nat(all.length - 1);
    await fc.assert(
      fc.asyncProperty(
        index,
        index,
        fc.integer({ min: 150, max: 1000 }),
        fc.subarray([...logLevels]),
        fc.constantFrom(undefined, 'upstream', 'Oslo', '"', 'nowhere'),
        async (first, last, limit, levels, search) => {
          const since = all[first]?.timestamp ?? '';
          const until = all[last]?.timestamp ?? '';
          const query = new URLSearchParams({ since, until, limit: String(limit) });
          for (const level of levels) query.append('level[]', level);
          if (search !== undefined) query.set('search', search);
          const expected = all.filter(
            ({ timestamp, type, content }) =>
              timestamp >= since &&
              timestamp <= until &&
              (levels.length === 0 || levels.includes(type as LogLevel)) &&
              (search === undefined || content?.includes(search)),
          );
          const found: TestJson[] = [];
          let token: TestJson;
          do {
            if (typeof token === 'string') query.set('nextToken', token);
            const { json } = await get(`/v1/environments/${id}/logs?${query}`);
            const logs = getPath(json, 'logs');
            assert.ok(Array.isArray(logs) && logs.length <= limit);
            found.push(...logs);
            token = getPath(json, 'nextToken');
          } while (token !== null);
          assert.deepEqual(found, expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('continue from a token after other queries, and after a new entry', async () => {
    const id = productionId(service());
    const path = (search: string, token: TestJson) =>
      `/v1/environments/${id}/logs?search=${search}&limit=200${typeof token === 'string' ? `&nextToken=${token}` : ''}`;
    const texts = ['upstream', 'Oslo'];
    const found = new Map(texts.map((text): [string, TestJson[]] => [text, []]));
    const tokens = new Map<string, TestJson>();
    const contains = (text: string) =>
      allOf(service().world).filter(({ content }) => content?.includes(text));
    const before = texts.map(contains);
    while (tokens.size === 0 || [...tokens.values()].some((token) => token !== null)) {
      for (const text of texts) {
        if (tokens.get(text) === null) continue;
        const { json } = await get(path(text, tokens.get(text)));
        const logs = getPath(json, 'logs');
        found.get(text)?.push(...(Array.isArray(logs) ? logs : []));
        tokens.set(text, getPath(json, 'nextToken') ?? null);
      }
      // The entry is newer than all others and matches neither text, so no token changes.
      const timestamp = new Date(service().clock.now()).toISOString();
      service().logs.append(id, [{ timestamp, type: 'INFO', requestId: 'r', content: 'unrelated' }]);
    }
    assert.deepEqual([...found.values()], before);
  });

  test('return the latest', async () => {
    const { json } = await get(
      `/v1/environments/${productionId(service())}/latest-logs?limit=1000&level[]=ERROR`,
    );
    const errors = allOf(service().world).filter(({ type }) => type === 'ERROR');
    assert.deepEqual(getPath(json, 'logs'), errors.slice(-1000));
  });
});

describe('a rate', () => {
  test('adds that many entries per second, some late, with duplicates, none early', (context) => {
    context.mock.timers.enable({ apis: ['setInterval', 'Date'], now: Date.UTC(2026, 0, 15) });
    const clock = createClock();
    const world = buildWorld({ seed: 1, baseUrl, clock, entries: 100 });
    const store = world.logs.get(loaded(world).id);
    const before = new Set(allOf(world).map((entry) => JSON.stringify(entry)));
    const load = startLoad(world, { rate: 1000, first: 100 });
    const lateness: number[] = [];
    const addLoad = store.addLoad;
    store.addLoad = (first, times) => {
      lateness.push(...times.map((time) => clock.now() - time));
      addLoad(first, times);
    };
    for (let ms = 0; ms < 20_000; ms += 50) context.mock.timers.tick(50);
    assert.equal(lateness.length, 20_000);
    assert.ok(Math.min(...lateness) >= 0);
    assert.ok(
      Math.max(...lateness) > 90_000 && Math.max(...lateness) <= 120_050,
      String(Math.max(...lateness)),
    );
    const late = lateness.filter((ms) => ms > 50).length / lateness.length;
    assert.ok(late > 0.005 && late < 0.02, String(late));

    const arrived = allOf(world).filter((entry) => !before.has(JSON.stringify(entry)));
    assert.equal(arrived.length, 20_000);
    assert.ok(isAscending(allOf(world)));
    const different = new Set(arrived.map((entry) => JSON.stringify(entry))).size;
    assert.ok(different < 20_000 && different > 19_300, String(different));

    clock.advance(dayMs);
    context.mock.timers.tick(50);
    assert.equal(lateness.length, 25_000, 'what a jump brings is limited');
    load.setRate(100);
    context.mock.timers.tick(1000);
    assert.equal(lateness.length, 25_100);
    load.stop();
    context.mock.timers.tick(10_000);
    assert.equal(lateness.length, 25_100);
  });

  test('ends with its environment', (context) => {
    context.mock.timers.enable({ apis: ['setInterval', 'Date'], now: Date.UTC(2026, 0, 15) });
    const world = buildWorld({ seed: 1, baseUrl, clock: createClock() });
    const { id } = loaded(world);
    const load = startLoad(world, { rate: 100, first: 0 });
    world.environments.delete(id);
    world.logs.delete(id);
    context.mock.timers.tick(1000);
    assert.equal(world.logs.get(id).size, 0);
    load.stop();
  });
});

test('a store deletes its oldest entries above its capacity', () => {
  const store = createLogStore({ capacity: 100, load: createLoadEntries(1) });
  const timestamp = new Date(50).toISOString();
  store.add([{ timestamp, type: 'INFO', requestId: 'r', content: 'written' }]);
  store.addLoad(
    0,
    Float64Array.from({ length: 99 }, (_, index) => index),
  );
  assert.equal(store.size, 100);
  store.addLoad(99, new Float64Array([99]));
  assert.equal(store.size, 90);
  const entries = store.between(0, 1000, {});
  assert.equal(entries[0]?.timestamp, new Date(11).toISOString());
  assert.equal(entries.filter(({ content }) => content === 'written').length, 1);
});
