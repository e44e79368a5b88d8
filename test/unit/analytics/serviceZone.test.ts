import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findServiceZone } from '../../../src/analytics/serviceZone.ts';
import { fromWallTime, toWallTime } from '../../../src/editor/webview/timeZone.ts';
import { day } from '../../kit/time.ts';

const known = Intl.supportedValuesOf('timeZone');
const spanTo = (end: string) => ({ from: Date.parse(end) - 31 * day, to: Date.parse(end) });
const november = spanTo('2026-11-22T10:00:00Z');

describe('the time zone of a request', () => {
  test("is the user's if the service supports it", () => {
    for (const zone of known)
      assert.deepEqual(findServiceZone(zone, november), { name: zone, hasSameOffset: true });
  });

  for (const zone of [
    'UTC',
    'Etc/UTC',
    'Etc/GMT',
    'GMT',
    'Etc/GMT+5',
    'Etc/GMT-14',
    'EST5EDT',
    'Asia/Kolkata',
  ]) {
    test(`is a supported one with the same offset for ${zone}`, () => {
      for (const span of [november, spanTo('2026-03-20T00:00:00Z'), spanTo('2026-07-01T00:00:00Z')]) {
        const { name, hasSameOffset } = findServiceZone(zone, span);
        assert.ok(known.includes(name), name);
        assert.equal(hasSameOffset, true);
        for (let at = span.from; at <= span.to; at += day / 2) {
          assert.deepEqual(toWallTime(at, name), toWallTime(at, zone), `${name} ${new Date(at)}`);
        }
      }
    });
  }

  test('is the nearest one if none has the same offset', () => {
    const { name, hasSameOffset } = findServiceZone('Etc/GMT+12', november);
    assert.equal(hasSameOffset, false);
    const noon = { year: 2026, month: 11, day: 1, hour: 12, minute: 0, second: 0 };
    assert.equal(fromWallTime(noon, 'Etc/GMT+12') - fromWallTime(noon, name), day / 24);
  });
});
