import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { maxPeriodMs, type PeriodChoice, parsePeriod } from '../../../src/analytics/period.ts';
import {
  formatWallTime,
  fromWallTime,
  isTimeZone,
  isValidWallTime,
  toWallTime,
} from '../../../src/editor/webview/timeZone.ts';
import { hour } from '../../kit/time.ts';

const now = Date.parse('2026-11-22T10:00:00Z');
const paris = 'Europe/Paris';
const custom = (from: string, to: string): PeriodChoice => ({ kind: 'custom', from, to });
const read = (choice: PeriodChoice, zone = 'UTC') => {
  const reading = parsePeriod(choice, now, zone);
  if (reading.ok) {
    return [new Date(reading.period.from).toISOString(), new Date(reading.period.to).toISOString()];
  }
  return reading.issues.map(({ field, rule }) => `${field} ${rule}`);
};

describe('a recent period', () => {
  test('is a number of hours or days up to now', () => {
    assert.deepEqual(read({ kind: 'recent', range: '24h' }), [
      '2026-11-21T10:00:00.000Z',
      '2026-11-22T10:00:00.000Z',
    ]);
    assert.deepEqual(read({ kind: 'recent', range: '31d' })[0], '2026-10-22T10:00:00.000Z');
  });
  for (const range of ['', '0h', '32d', '745h', '1w', 'd', '-1d', '1.5h', '99999h', '7D']) {
    test(`is not ${JSON.stringify(range)}`, () => {
      assert.deepEqual(read({ kind: 'recent', range }), ['range range']);
    });
  }
});

describe('a custom period', () => {
  test('can end now, but not later', () => {
    assert.deepEqual(read(custom('2026-11-22 09:00', '2026-11-22 10:00')), [
      '2026-11-22T09:00:00.000Z',
      '2026-11-22T10:00:00.000Z',
    ]);
  });

  test('is in the given time zone unless its ends have an offset', () => {
    assert.deepEqual(read(custom('2026-11-20 10:00', '2026-11-21T11:30:15'), paris), [
      '2026-11-20T09:00:00.000Z',
      '2026-11-21T10:30:15.000Z',
    ]);
    assert.deepEqual(read(custom('2026-11-20T10:00Z', '2026-11-20 12:00+05:30'), paris), ['to order']);
    assert.deepEqual(read(custom('2026-11-20T10:00Z', '2026-11-20 18:00 -0330'), paris), [
      '2026-11-20T10:00:00.000Z',
      '2026-11-20T21:30:00.000Z',
    ]);
  });

  test('without times includes whole days, up to now', () => {
    assert.deepEqual(read(custom('2026-11-20', '2026-11-20'), paris), [
      '2026-11-19T23:00:00.000Z',
      '2026-11-20T22:59:59.999Z',
    ]);
    assert.deepEqual(read(custom('2026-11-22', '2026-11-22')), [
      '2026-11-22T00:00:00.000Z',
      '2026-11-22T10:00:00.000Z',
    ]);
  });

  test('of 31 days with an additional hour is shortened to the maximum of the service', () => {
    const october = read(custom('2026-10-01', '2026-10-31'), paris);
    assert.deepEqual(october, ['2026-09-30T22:59:59.999Z', '2026-10-31T22:59:59.999Z']);
    // Times aren't extended like whole days.
    assert.deepEqual(read(custom('2026-10-01 00:00', '2026-11-01 00:00'), paris), ['from tooLong']);
    // A period that is an hour shorter isn't changed.
    assert.deepEqual(read(custom('2026-03-01', '2026-03-31'), paris), [
      '2026-02-28T23:00:00.000Z',
      '2026-03-31T21:59:59.999Z',
    ]);
  });

  const refused: readonly (readonly [string, string, string])[] = [
    ['', '', 'from empty, to empty'],
    ['  ', '2026-11-21', 'from empty'],
    ['yesterday', '2026-11-21', 'from unreadable'],
    ['2026-02-30', 'x', 'from unreadable, to unreadable'],
    ['2026-13-01', '2026-11-21', 'from unreadable'],
    ['2026-11-20 24:00', '2026-11-21', 'from unreadable'],
    ['2026-11-20 10:60', '2026-11-21', 'from unreadable'],
    ['1969-12-31', '2026-11-21', 'from unreadable'],
    ['0000-01-01', '2026-11-21', 'from unreadable'],
    ['99999-01-01', '2026-11-21', 'from unreadable'],
    ['2026', '1700000000000', 'from unreadable, to unreadable'],
    ['2026-11-23', '2026-11-24', 'from future, to future'],
    ['2026-11-20', '2026-11-22 10:01', 'to future'],
    ['2026-11-21 10:00', '2026-11-21 10:00', 'to order'],
    ['2026-11-21', '2026-11-20', 'to order'],
    ['2026-10-21', '2026-11-21', 'from tooLong'],
    ['2026-10-21 10:00', '2026-11-21 10:00:01', 'from tooLong'],
  ];
  for (const [from, to, issues] of refused) {
    test(`${JSON.stringify(from)} to ${JSON.stringify(to)}: ${issues}`, () => {
      assert.equal(read(custom(from, to)).join(', '), issues);
    });
  }

  test('is never longer than the maximum, for any input', () => {
    const some = fc.oneof(
      fc.string(),
      fc
        .date({ min: new Date('2026-09-01'), max: new Date('2026-12-31'), noInvalidDate: true })
        .chain((date) =>
          fc.constantFrom(
            date.toISOString(),
            formatWallTime(date.getTime(), paris),
            date.toISOString().slice(0, 10),
          ),
        ),
    );
    fc.assert(
      fc.property(
        some,
        some,
        fc.constantFrom('UTC', paris, 'America/New_York', 'Australia/Lord_Howe'),
        (from, to, zone) => {
          const reading = parsePeriod(custom(from, to), now, zone);
          if (!reading.ok) return reading.issues.length > 0;
          const { period } = reading;
          return period.from < period.to && period.to <= now && period.to - period.from <= maxPeriodMs;
        },
      ),
    );
  });
});

describe('a wall clock', () => {
  const wall = (text: string) => {
    const [year = 0, month = 0, day = 0, h = 0, minute = 0] = text.split(/\D/).map(Number);
    return { year, month, day, hour: h, minute, second: 0 };
  };
  const iso = (text: string, zone: string) => new Date(fromWallTime(wall(text), zone)).toISOString();

  test('that jumps forward is read with the offset before the jump', () => {
    assert.equal(iso('2026-03-29 01:59', paris), '2026-03-29T00:59:00.000Z');
    assert.equal(iso('2026-03-29 02:30', paris), '2026-03-29T01:30:00.000Z');
    assert.equal(iso('2026-03-08 02:30', 'America/New_York'), '2026-03-08T07:30:00.000Z');
  });

  test('that shows a time twice is read as the first one', () => {
    assert.equal(iso('2026-10-25 02:30', paris), '2026-10-25T00:30:00.000Z');
    assert.equal(iso('2026-11-01 01:30', 'America/New_York'), '2026-11-01T05:30:00.000Z');
  });

  test('is formatted and parsed consistently in any zone', () => {
    const zones = ['UTC', paris, 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia', 'Australia/Lord_Howe'];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e9 }), fc.constantFrom(...zones), (seconds, zone) => {
        const time = seconds * 1000;
        const shown = toWallTime(time, zone);
        const back = fromWallTime(shown, zone);
        // A repeated wall time can be resolved to its first occurrence.
        assert.deepEqual(toWallTime(back, zone), shown);
        assert.ok(back <= time && time - back <= 2 * hour);
      }),
    );
  });

  test('accepts only existing dates and zones', () => {
    assert.ok(isValidWallTime(wall('2028-02-29 00:00')) && !isValidWallTime(wall('2026-02-29 00:00')));
    assert.ok(isTimeZone('Asia/Tokyo') && !isTimeZone('Mars/Base') && !isTimeZone(''));
    assert.equal(formatWallTime(Date.parse('2026-01-02T03:04:05Z'), 'UTC'), '2026-01-02 03:04');
  });
});
