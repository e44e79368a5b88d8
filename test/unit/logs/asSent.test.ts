import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readLogsPage } from '../../../src/api/logEntries.ts';
import { jsonLinesFormat } from '../../../src/logs/export/formats.ts';
import { createSecretMask } from '../../../src/logs/export/secretMask.ts';
import { LogStore } from '../../../src/logs/store/logStore.ts';

type Mask = ReturnType<typeof createSecretMask>;

/** What an export has of these records, once the service has sent them. */
function exported(logs: readonly unknown[], mask?: Mask): unknown[] {
  const store = new LogStore(() => 0);
  const read = readLogsPage(JSON.parse(JSON.stringify({ logs })), { serverTime: undefined });
  assert.ok(read.ok);
  // Read once more, they are the same.
  for (let time = 0; time < 2; time++) store.add(read.value.logs);
  return [...store.order].map((slot): unknown =>
    JSON.parse(jsonLinesFormat.formatRow(store.getRow(slot), mask)),
  );
}

const at = '2026-11-21T10:00:01.123456Z';
const usual = { timestamp: '2026-11-21T10:00:01.123Z', type: 'INFO', requestId: 'r', content: 'x' };

const anyRecord = fc.dictionary(
  fc.oneof(
    {
      arbitrary: fc.constantFrom('timestamp', 'type', 'requestId', 'content', 'method', 'durationInMs'),
      weight: 5,
    },
    { arbitrary: fc.constantFrom('traceId', '__proto__', 'constructor', 'odd', ''), weight: 1 },
  ),
  fc.oneof(
    fc.constantFrom(at, '2026-11-21T10:00:01Z', '2026-11-21T10:00:01.123Z', '2026-11-21T12:00:01.123+02:00'),
    fc.constantFrom('2026-02-30T10:00:00.000Z', '2026-02-28T24:00:00.000Z', '2026-02-28T10:00:00.000Z'),
    fc.constantFrom('', 'soon', 'INFO', null, 1.5, true),
    fc.jsonValue({ maxDepth: 2 }),
  ),
);
/** Most of a usual entry, with something else here and there. */
const anyEntry = fc.oneof(
  anyRecord,
  anyRecord.map((record): unknown => ({ ...usual, ...record })),
  fc.jsonValue({ maxDepth: 1 }),
);

describe('JSON Lines, compared with the records of the service', () => {
  for (const [what, record] of [
    ['microseconds', { ...usual, timestamp: at }],
    ['a zone', { ...usual, timestamp: '2026-11-21T12:00:01+02:00' }],
    ['a time that cannot be read', { ...usual, timestamp: 'soon' }],
    ["fields that aren't known", { ...usual, traceId: 't', labels: { a: [1, null] } }],
    ['fields without a value', { ...usual, content: null, method: null }],
    ['an empty type', { timestamp: usual.timestamp, type: '', content: 'x' }],
    ['what is no entry', { ...usual, requestId: 5 }],
    ['what is not even a record', 'text'],
  ] as const) {
    test(`keep ${what}`, () => assert.deepEqual(exported([record]), [record]));
  }

  test('keep the lines of a build log, whose times can decrease', () => {
    const lines = ['10:00:02.000', '10:00:01.000', '10:00:01.000456'].map((clock, index) => ({
      timestamp: `2026-11-21T${clock}Z`,
      content: `${index}\n`,
      ...(index === 2 && { step: 'build' }),
    }));
    const store = new LogStore(() => 0);
    store.append(
      lines.map(({ step, ...line }) => ({
        ...line,
        type: '',
        ...(step && { extraFields: `{"step":"${step}"}` }),
      })),
    );
    const told = [...store.order].map((slot): unknown =>
      JSON.parse(jsonLinesFormat.formatRow(store.getRow(slot))),
    );
    assert.deepEqual(told, lines);
  });

  test('distinguish entries that differ only in a hidden field', () => {
    const twins = [1, 2, 3].map((traceId) => ({ ...usual, traceId }));
    assert.deepEqual(exported(twins), twins);
    const store = new LogStore(() => 0);
    for (const logs of [[twins[1]], twins.toReversed()]) {
      const read = readLogsPage({ logs }, { serverTime: undefined });
      assert.ok(read.ok);
      store.add(read.value.logs);
    }
    const texts = [...store.order].map((slot) => jsonLinesFormat.formatRow(store.getRow(slot)));
    assert.deepEqual(new Set(texts).size, 3);
  });

  test('do not repeat an entry if only a hidden field changes', () => {
    const store = new LogStore(() => 0);
    for (const ageMs of [1, 2, 3]) {
      const read = readLogsPage({ logs: [{ ...usual, ageMs }] }, { serverTime: undefined });
      assert.ok(read.ok);
      store.add(read.value.logs);
    }
    assert.equal(store.entryCount, 1);
  });

  test('equal the records, for any JSON', () => {
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 10 }), (records) => {
        const texts = (all: readonly unknown[]) => all.map((one) => JSON.stringify(sorted(one))).toSorted();
        assert.deepEqual(texts(exported(records)), texts(records));
      }),
      { numRuns: 400 },
    );
  });

  test('contain no secrets if they are masked, even in unknown fields', () => {
    const secret = 'hunter2-is-secret';
    const records = [
      { ...usual, password: secret, nested: { apiKey: secret } },
      { ...usual, requestId: 5, password: secret },
      { ...usual, timestamp: secret },
      { ...usual, note: `hunter2-\u001b[1mis-secret` },
    ];
    const texts = exported(records, createSecretMask([secret])).map((one) => JSON.stringify(one));
    assert.doesNotMatch(texts.join(''), /is-secret/);
    assert.match(texts[0] ?? '', /"password":"•••","nested":\{"apiKey":"•••"\}/);
  });
});

/** With its fields in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .map(([key, one]): unknown => [key, sorted(one)])
    .sort();
}
