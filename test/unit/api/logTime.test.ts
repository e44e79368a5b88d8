import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readLogTime } from '../../../src/api/logTime.ts';

const taken: readonly [string, string][] = [
  ['30s', '30s'],
  ['15m', '15m'],
  [' 1h ', '1h'],
  ['2d', '2d'],
  ['1w', '1w'],
  ['2026-11-21', '2026-11-21T00:00:00.000Z'],
  ['2026-11-21T10:00', '2026-11-21T10:00:00.000Z'],
  ['2026-11-21 10:00:01', '2026-11-21T10:00:01.000Z'],
  ['2026-11-21T10:00:01.5Z', '2026-11-21T10:00:01.500Z'],
  ['2026-11-21t10:00:01.123456z', '2026-11-21T10:00:01.123Z'],
  ['2026-11-21T01:00:00+02:00', '2026-11-20T23:00:00.000Z'],
  ['2026-11-21T23:30:00-01:00', '2026-11-22T00:30:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
];

const refused = [
  '2026',
  '1700000000000',
  '0',
  '-5m',
  '1.5h',
  '1M',
  '1y',
  '1 hour',
  'now',
  'yesterday',
  '2026-11',
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-11-21T25:00',
  '2026-11-21T10:61',
  '2026-11-21T10:00+25:00',
  '2026-11-21Z',
  'Sat, 21 Nov 2026 10:00:00 GMT',
  '21.11.2026',
];

describe('readLogTime', () => {
  for (const [text, sent] of taken) {
    test(`sends ${text} as ${sent}`, () => assert.equal(readLogTime(text), sent));
  }

  for (const text of refused) {
    test(`refuses ${text}`, () => assert.equal(readLogTime(text), undefined));
  }

  test('takes every date, and every way to write it', () => {
    const dates = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        assert.equal(readLogTime(date), date.toISOString());
        assert.equal(readLogTime(date.toISOString()), date.toISOString());
      }),
    );
    assert.equal(readLogTime(new Date(Number.NaN)), undefined);
  });
});
