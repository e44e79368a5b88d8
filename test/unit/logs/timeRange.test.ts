import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  parseRange,
  parseRangeArguments,
  parseTimePoint,
  resolveTimePoint,
  toWholeUnits,
} from '../../../src/logs/timeRange.ts';
import { hour, minute } from '../../kit/time.ts';

const now = Date.UTC(2026, 10, 21, 10);
const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
const clock = { now, zone };
const local = (...parts: [number, number, number, number?, number?, number?, number?]) =>
  new Date(...parts).getTime();

describe('a point in time', () => {
  for (const [text, ago] of [
    ['30s', 30_000],
    ['15m', 15 * minute],
    ['15 min', 15 * minute],
    ['90 minutes ago', 90 * minute],
    ['1h', hour],
    ['1H', hour],
    ['1.5h', 1.5 * hour],
    ['2 days', 48 * hour],
    ['2D', 48 * hour],
    ['1w', 7 * 24 * hour],
    [' now ', 0],
  ] as const) {
    test(`"${text}" is a duration before now`, () => {
      assert.deepEqual(parseTimePoint(text, clock), { ok: true, value: { ago } });
    });
  }

  for (const [text, at] of [
    ['2026-11-21T10:00:05.250Z', Date.UTC(2026, 10, 21, 10, 0, 5, 250)],
    ['2026-11-21t10:00z', Date.UTC(2026, 10, 21, 10)],
    ['2026-11-21 10:00 +02:00', Date.UTC(2026, 10, 21, 8)],
    ['2026-11-21T10:00:00-0530', Date.UTC(2026, 10, 21, 15, 30)],
    ['2026-11-21T10:00:00.123456789Z', Date.UTC(2026, 10, 21, 10, 0, 0, 123)],
    ['2026-11-21', local(2026, 10, 21)],
    ['2026-11-21 10:00', local(2026, 10, 21, 10)],
    ['2026-11-21 10:00:05,5', local(2026, 10, 21, 10, 0, 5, 500)],
    ['2024-02-29', local(2024, 1, 29)],
  ] as const) {
    test(`"${text}" is a date`, () => {
      assert.deepEqual(parseTimePoint(text, clock), { ok: true, value: { at } });
    });
  }

  for (const [text, rule] of [
    ['', 'empty'],
    ['  ', 'empty'],
    ['2026', 'number'],
    ['1700000000000', 'number'],
    ['1M', 'unit'],
    ['3 months', 'unit'],
    ['5y', 'unit'],
    ['5ms', 'unit'],
    ['yesterday', 'unreadable'],
    ['-1h', 'unreadable'],
    ['2026-13-01', 'unreadable'],
    ['2026-06-31', 'unreadable'],
    ['2026-00-10', 'unreadable'],
    ['2026-02-29', 'unreadable'],
    ['2026-11-21 25:00', 'unreadable'],
    ['24:00', 'unreadable'],
    ['14:60', 'unreadable'],
    ['1430', 'number'],
    ['2026-11-21 10:61', 'unreadable'],
    ['11/21/2026', 'unreadable'],
    ['2026-11-21T10:00 to', 'unreadable'],
  ] as const) {
    test(`"${text}" is invalid: "${rule}"`, () => {
      assert.deepEqual(parseTimePoint(text, clock), { ok: false, rule });
    });
  }

  test('without a date is the latest one before now', () => {
    const at = (text: string, from: number) => parseTimePoint(text, { now: from, zone });
    assert.deepEqual(at('9:59Z', now), { ok: true, value: { at: now - minute } });
    assert.deepEqual(at('10:00:00.000z', now), { ok: true, value: { at: now } });
    assert.deepEqual(at('10:01Z', now), { ok: true, value: { at: now + minute - 24 * hour } });
    const noon = local(2026, 10, 21, 12);
    assert.deepEqual(at('11:30:05.25', noon), {
      ok: true,
      value: { at: local(2026, 10, 21, 11, 30, 5, 250) },
    });
    assert.deepEqual(at('14:30', noon), { ok: true, value: { at: local(2026, 10, 20, 14, 30) } });
  });

  test('without a zone is in the time zone of the window, wherever the extension runs', () => {
    for (const [zone, text, at] of [
      ['Asia/Tokyo', '2026-11-21 10:00', Date.UTC(2026, 10, 21, 1)],
      ['America/St_Johns', '2026-11-21 04:00:05.250', Date.UTC(2026, 10, 21, 7, 30, 5, 250)],
      ['Asia/Tokyo', '2026-11-21 10:00Z', now],
      ['Asia/Tokyo', '18:30', Date.UTC(2026, 10, 21, 9, 30)],
      // There it is 19:00 now.
      ['Asia/Tokyo', '19:30', Date.UTC(2026, 10, 20, 10, 30)],
      // A day of 25 hours lies between.
      ['America/New_York', '12:00', Date.UTC(2026, 9, 31, 16)],
    ] as const) {
      const from = zone === 'America/New_York' ? Date.UTC(2026, 10, 1, 16, 30) : now;
      assert.deepEqual(
        parseTimePoint(text, { now: from, zone }),
        { ok: true, value: { at } },
        `${text} ${zone}`,
      );
    }
  });

  test('equals its date if it is an ISO text', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        (date) => {
          assert.deepEqual(parseTimePoint(date.toISOString(), clock), {
            ok: true,
            value: { at: date.getTime() },
          });
        },
      ),
    );
  });

  test('is parsed or rejected for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const reading = parseTimePoint(text, clock);
        assert.ok(!reading.ok || Number.isFinite(resolveTimePoint(reading.value, now)));
      }),
    );
  });
});

describe('a range', () => {
  test('is a start, or a start and an end', () => {
    assert.deepEqual(parseRange('1h', clock), { ok: true, value: { since: { ago: hour } } });
    const both = { ok: true, value: { since: { ago: 2 * hour }, until: { ago: hour } } };
    assert.deepEqual(parseRange('2h to 1h', clock), both);
    assert.deepEqual(parseRange('2h..1h', clock), both);
    assert.deepEqual(parseRange('2 hours ago TO 1h', clock), both);
    assert.deepEqual(parseRange('9:00Z to 9:30Z', clock), {
      ok: true,
      value: { since: { at: now - hour }, until: { at: now - 30 * minute } },
    });
    assert.deepEqual(parseRange('23:30Z to 1:00Z', clock), {
      ok: true,
      value: { since: { at: now - 10.5 * hour }, until: { at: now - 9 * hour } },
    });
    assert.deepEqual(parseRange('2026-11-21T08:00Z .. now', clock), {
      ok: true,
      value: { since: { at: now - 2 * hour }, until: { ago: 0 } },
    });
  });

  test('is rejected if its end is before its start, or its start is in the future', () => {
    assert.deepEqual(parseRange('1h to 2h', clock), { ok: false, rule: 'order' });
    assert.deepEqual(parseRange('2026-11-21T10:01Z', clock), { ok: false, rule: 'future' });
    assert.deepEqual(parseRange('3h to 2h to 1h', clock), { ok: false, rule: 'unreadable' });
    assert.deepEqual(parseRange('1h to', clock), { ok: false, rule: 'unreadable' });
    assert.deepEqual(parseRange('1h to 30', clock), { ok: false, rule: 'number' });
    assert.deepEqual(parseRange('', clock), { ok: false, rule: 'empty' });
  });

  test('can have one open end in the arguments of a command', () => {
    assert.deepEqual(parseRangeArguments('1h', undefined, clock), {
      ok: true,
      value: { since: { ago: hour } },
    });
    assert.deepEqual(parseRangeArguments(undefined, '1h', clock), {
      ok: true,
      value: { until: { ago: hour } },
    });
    assert.deepEqual(parseRangeArguments('1h', '2h', clock), { ok: false, rule: 'order' });
    assert.deepEqual(parseRangeArguments('x', undefined, clock), { ok: false, rule: 'unreadable' });
    assert.deepEqual(parseRangeArguments(undefined, '7', clock), { ok: false, rule: 'number' });
  });
});

test('lengths are converted to whole units', () => {
  assert.deepEqual([15 * minute, hour, 90 * minute, 24 * hour, 48 * hour, 30_000, 1500].map(toWholeUnits), [
    { amount: 15, unit: 'minute' },
    { amount: 1, unit: 'hour' },
    { amount: 90, unit: 'minute' },
    { amount: 24, unit: 'hour' },
    { amount: 2, unit: 'day' },
    { amount: 30, unit: 'second' },
    { amount: 1.5, unit: 'second' },
  ]);
});
