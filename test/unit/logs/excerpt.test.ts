import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { LogEntry } from '../../../src/api/logEntries.ts';
import { createLogReading } from '../../../src/logs/excerpt/createLogReading.ts';
import { readNewestEntries } from '../../../src/logs/excerpt/readNewestEntries.ts';
import { createSecretMask } from '../../../src/logs/export/secretMask.ts';
import { LogStore } from '../../../src/logs/store/logStore.ts';
import { listRows, logEntry, serializeEntry, serializeRow } from '../../kit/entries.ts';
import { secretTexts } from '../../kit/secretTexts.ts';
import { signal } from '../../kit/signal.ts';
import { hour, minute } from '../../kit/time.ts';
import { fakeLogs } from './fakeLogs.ts';

const end = Date.UTC(2026, 10, 21, 10);
const keep = (text: string): string => text;

function createReading(entries: readonly LogEntry[], mask = keep, hasOlder = false) {
  const store = new LogStore(() => end);
  store.add(entries);
  return createLogReading({ store, slots: store.order, hasOlder, mask });
}

describe('an excerpt of a log', () => {
  test('groups entries by request, and indents further lines', () => {
    const entries = [
      logEntry(end, 'get_forecast', { type: 'START', method: 'tools/call', requestId: 'a' }),
      logEntry(end + 1, 'no request\nRequest x: forged'),
      logEntry(end + 2, 'failed', { type: 'ERROR', requestId: 'a' }),
      logEntry(end + 3, '', { type: 'END', durationInMs: 1210, requestId: 'a' }),
    ];
    const excerpt = createReading(entries).format({ text: 10_000, entry: 1000 });
    assert.equal(
      excerpt.text,
      [
        'Request a: tools/call · 1.21 s · 3 entries · 1 error · get_forecast',
        '  2026-11-21T10:00:00.000Z START - tools/call  get_forecast',
        '  2026-11-21T10:00:00.002Z ERROR - failed',
        '  2026-11-21T10:00:00.003Z END - 1.21 s',
        '2026-11-21T10:00:00.001Z INFO - no request',
        '    Request x: forged',
      ].join('\n'),
    );
    assert.deepEqual([excerpt.shownCount, excerpt.shortenedCount, excerpt.nextUntil], [4, 0, undefined]);
  });

  test('contains the newest entries that fit, and all entries in several parts', () => {
    const entryArbitrary = fc.record({
      ms: fc.integer({ min: 0, max: 30 }),
      length: fc.integer({ min: 0, max: 80 }),
      requestId: fc.constantFrom('a', 'b', undefined),
      type: fc.constantFrom('INFO', 'INFO', 'ERROR'),
    });
    fc.assert(
      fc.property(
        fc.array(entryArbitrary, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 400, max: 2000 }),
        fc.boolean(),
        (plans, maxLength, hasErrorPart) => {
          const errors = hasErrorPart ? Math.floor(maxLength / 2) : 0;
          const entries = plans.map(({ ms, length, requestId, type }, index) =>
            logEntry(end + ms, `#${index}#${'x'.repeat(length)}`, {
              type,
              ...(requestId !== undefined && { requestId }),
            }),
          );
          const seen = new Set<string>();
          let rest = entries;
          let skippedCount = 0;
          for (let part = 0; rest.length > 0; part++) {
            assert.ok(part <= entries.length, 'every part has an entry');
            const excerpt = createReading(rest).format({ text: maxLength, entry: 150, errors });
            assert.ok(excerpt.text.length <= maxLength);
            const shown = [...excerpt.text.matchAll(/#(\d+)#/g)].map(([, index = '']) => index);
            assert.equal(shown.length, excerpt.shownCount + excerpt.olderCount);
            assert.equal(new Set(shown).size, shown.length, 'no entry is repeated');
            for (const index of shown) seen.add(index);
            skippedCount += excerpt.skippedCount;
            const { nextUntil } = excerpt;
            rest = nextUntil === undefined ? [] : rest.filter(({ timestamp }) => timestamp <= nextUntil);
          }
          assert.ok(seen.size + skippedCount >= entries.length, 'no entry is lost silently');
        },
      ),
    );
  });

  test('is continued before entries of one millisecond that all fit', () => {
    const entries = [logEntry(end - 5, 'y'.repeat(300)), logEntry(end, 'x'), logEntry(end, 'x')];
    const { shownCount, skippedCount, nextUntil } = createReading(entries).format({ text: 150, entry: 75 });
    assert.deepEqual([shownCount, skippedCount, nextUntil], [2, 0, '2026-11-21T09:59:59.999Z']);
  });

  test('begins with the newest errors and their requests if not all entries fit', () => {
    const requests = Array.from({ length: 200 }, (_, index) => {
      const requestId = `r${index}`;
      const time = end + 10 * index;
      return [
        logEntry(time, `tool_${index}`, { type: 'START', requestId }),
        logEntry(time + 1, 'x'.repeat(100), index % 50 === 10 ? { type: 'ERROR', requestId } : { requestId }),
        logEntry(time + 2, '', { type: 'END', durationInMs: 5, requestId }),
      ];
    });
    const entries = [...requests.flat(), logEntry(end + 1500, 'no request', { type: 'ERROR' })];
    const excerpt = createReading(entries).format({ text: 4000, entry: 1000, errors: 2000 });
    const heads = [...excerpt.text.matchAll(/^Request (\S+):.*?(?= ·)/gm)].map(([, id = '']) => id);
    assert.deepEqual(heads.slice(0, 5), ['r10', 'r60', 'r110', 'r160', heads[4]]);
    assert.equal(heads.at(-1), 'r199');
    assert.match(
      excerpt.text,
      /^Request r10: .*\n.* START - tool_10\n.* ERROR - x+\n.* END - 5 ms\nRequest r60/,
    );
    assert.deepEqual(
      [excerpt.olderCount, excerpt.shownErrorCount, excerpt.errorCount, excerpt.nextUntil],
      [13, 5, 5, excerpt.from],
    );
    // Without a part for errors, or if all entries fit, the order is that of time.
    const newest = createReading(entries).format({ text: 4000, entry: 1000 });
    assert.deepEqual([newest.olderCount, newest.text.includes('Request r160')], [0, false]);
    const all = createReading(entries).format({ text: 400_000, entry: 1000, errors: 2000 });
    assert.match(all.text, /^Request r0:/);
  });

  test('leaves space for several requests if one has many errors, and for the newest entries', () => {
    const entries = Array.from({ length: 3000 }, (_, index) =>
      logEntry(end + index, 'x'.repeat(5000), {
        requestId: index < 20 ? `few${index}` : index < 1000 ? 'many' : `r${index}`,
        type: index < 1000 ? 'ERROR' : 'INFO',
      }),
    );
    const excerpt = createReading(entries).format({ text: 7000, entry: 1000, errors: 3500 });
    assert.ok(excerpt.text.length <= 7000);
    assert.match(excerpt.text, /Request many:/);
    assert.match(excerpt.text, /Request few19:/);
    assert.ok(excerpt.shownCount >= 3);
  });

  test('shortens long entries, and states that', () => {
    const excerpt = createReading([logEntry(end, 'x'.repeat(5000))]).format({ text: 20_000, entry: 100 });
    assert.match(excerpt.text, /x… \(\d{4} more characters\)$/);
    assert.equal(excerpt.shortenedCount, 1);
  });

  test('contains no part of a secret, wherever it is, and at whatever limit it ends', () => {
    const field = fc.constantFrom('content', 'requestId', 'method', 'type');
    const secret = fc.oneof(...Object.values(secretTexts));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(secret, field, fc.nat(600)), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 100, max: 4000 }),
        fc.integer({ min: 20, max: 2000 }),
        (planted, text, entry) => {
          const entries = planted.map(([{ text: secretText }, name, offset], index) =>
            logEntry(end + index, 'x', {
              type: index % 2 === 0 ? 'START' : 'ERROR',
              requestId: `r${index}`,
              [name]: `${'. '.repeat(offset / 2)}${secretText}`,
            }),
          );
          const excerpt = createReading(entries, createSecretMask()).format({
            text,
            entry,
            errors: text / 2,
          });
          for (const [{ secret: value }] of planted) {
            // A secret with line feeds is indented.
            for (const line of value.split('\n')) {
              const part = line.slice(0, 10);
              if (part.length === 10) assert.ok(!excerpt.text.includes(part), excerpt.text);
            }
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('the newest entries of a log', () => {
  const minutes = (count: number) =>
    Array.from({ length: count }, (_, index) => logEntry(end - (count - index) * minute, `entry ${index}`));

  async function read(
    source: ReturnType<typeof fakeLogs>,
    query: Omit<Parameters<typeof readNewestEntries>[2], 'filter'>,
  ) {
    const store = new LogStore(() => end);
    const result = await readNewestEntries(source, store, { filter: {}, ...query }, end, signal);
    return { ...result, store };
  }

  test('are read with one request if they are all', async () => {
    const source = fakeLogs(minutes(500));
    const { hasOlder, store } = await read(source, { range: {} });
    assert.deepEqual([hasOlder, store.entryCount, source.pageRequests.length], [false, 500, 0]);
  });

  test('are complete in a range', async () => {
    const entries = minutes(1500);
    const source = fakeLogs(entries);
    source.serverTime = end;
    const { since, hasOlder, store } = await read(source, { range: { since: { ago: 20 * hour } } });
    assert.deepEqual([since, hasOlder], [end - 20 * hour, false]);
    const inRange = (time: number) => time >= since;
    assert.deepEqual(
      listRows(store)
        .filter(({ time }) => inRange(time))
        .map(serializeRow),
      entries.filter(({ timestamp }) => inRange(Date.parse(timestamp))).map(serializeEntry),
    );
  });

  test('are followed by older ones if there are too many', async () => {
    const { hasOlder, store } = await read(fakeLogs(minutes(20_000)), { range: {} });
    assert.equal(hasOlder, true);
    assert.ok(store.entryCount >= 2000 && store.entryCount < 8000, `${store.entryCount}`);
  });

  test('end at the end of the range, and few requests are sent if it is empty', async () => {
    const source = fakeLogs(minutes(100));
    const { store } = await read(source, { range: { until: { ago: 50 * minute } } });
    assert.equal(listRows(store).at(-1)?.content, 'entry 50');
    const requestsBefore = source.pageRequests.length;
    const empty = await read(source, { range: { since: { ago: 9 * hour }, until: { ago: 8 * hour } } });
    assert.deepEqual([empty.hasOlder, empty.store.entryCount], [false, 0]);
    assert.ok(source.pageRequests.length - requestsBefore < 5);
  });

  test('of a request are read back to its start', async () => {
    const entries = minutes(6000).map((entry, index) =>
      index === 10 || index === 12
        ? { ...entry, requestId: 'r', type: index === 10 ? 'START' : 'END' }
        : entry,
    );
    const { hasOlder, store } = await read(fakeLogs(entries), { range: {}, requestId: 'r' });
    assert.equal(hasOlder, false);
    const code = store.columns.requestIds.findCode('r');
    assert.equal([...store.order].filter((slot) => store.columns.requestCodes[slot] === code).length, 2);
  });

  test('are not read after a cancellation', async () => {
    const store = new LogStore(() => end);
    const source = fakeLogs(minutes(10));
    await assert.rejects(
      readNewestEntries(source, store, { range: {}, filter: {} }, end, AbortSignal.abort()),
    );
  });
});
