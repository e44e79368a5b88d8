import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { noFilter } from '../../../src/logs/filter.ts';
import { createDayFinder, findDayStarts } from '../../../src/logs/view/dayStarts.ts';
import { findDayStartsInGroups, headBit } from '../../../src/logs/view/requests.ts';
import { logEntry } from '../../kit/entries.ts';
import { createLogView } from '../../kit/logView.ts';
import { day, hour } from '../../kit/time.ts';

const noon = Date.UTC(2026, 10, 21, 12);

describe('days', () => {
  test('are those of the time zone, also when clocks change', () => {
    const find = createDayFinder('Europe/Berlin');
    const lastOfSummer = Date.UTC(2026, 9, 25, 10);
    assert.deepEqual(find(lastOfSummer), {
      start: Date.UTC(2026, 9, 24, 22),
      end: Date.UTC(2026, 9, 25, 23),
    });
    assert.deepEqual(find(lastOfSummer + day), {
      start: Date.UTC(2026, 9, 25, 23),
      end: Date.UTC(2026, 9, 26, 23),
    });
  });

  test('are those of UTC if the time zone is unknown', () => {
    assert.deepEqual(createDayFinder('Mars/Base')(noon), { start: noon - 12 * hour, end: noon + 12 * hour });
  });

  test('begin where two neighbors have different dates, for any times and time zone', () => {
    const zones = fc.constantFrom('UTC', 'Asia/Tokyo', 'Asia/Kolkata', 'America/New_York');
    fc.assert(
      fc.property(fc.array(fc.nat(60 * day), { maxLength: 30 }), zones, (offsets, zone) => {
        const times = offsets.map((offset) => noon + offset).sort((a, b) => a - b);
        const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
        const expected = times.flatMap((time, index) => {
          const previous = times[index - 1];
          return previous === undefined || format.format(previous) === format.format(time) ? [] : [index];
        });
        const found = findDayStarts(times.length, (index) => times[index] ?? 0, createDayFinder(zone));
        assert.deepEqual(found, expected);
      }),
    );
  });
});

describe('the days of a list', () => {
  const find = createDayFinder('UTC');

  test('follow the filter and new rows', async () => {
    const { store, view } = createLogView();
    assert.deepEqual(view.findDayStarts(find), []);
    store.add([
      logEntry(noon, 'a'),
      logEntry(noon + day, 'b', { type: 'ERROR' }),
      logEntry(noon + 3 * day, 'c'),
    ]);
    assert.deepEqual(view.findDayStarts(find), [1, 2]);
    store.add([logEntry(noon - day, 'earlier')]);
    assert.deepEqual(view.findDayStarts(find), [1, 2, 3]);
    await view.setFilter({ ...noFilter, levels: ['ERROR'] }, false);
    assert.deepEqual(view.findDayStarts(find), []);
    view.dispose();
  });

  test('are unknown if requests of several days are in another order', () => {
    const { store, view } = createLogView();
    store.add([
      logEntry(noon, 'a', { requestId: 'r' }),
      logEntry(noon + 1, 'b', { requestId: 's' }),
      logEntry(noon + 13 * hour, 'c', { requestId: 't' }),
    ]);
    const [first = 0, second = 0, third = 0] = store.order;
    const startsOf = (...slots: readonly number[]) =>
      findDayStartsInGroups(
        Uint32Array.from(slots, (slot) => slot + headBit),
        store.columns,
        find,
      );
    assert.deepEqual(startsOf(first, second, third), [2]);
    // All times are on one day.
    assert.deepEqual(startsOf(second, first), []);
    for (const slots of [
      [third, first],
      [second, first, third],
      [first, third, second],
    ])
      assert.equal(startsOf(...slots), undefined);
    view.dispose();
  });

  test('begin at headers and at rows without a request, but not within a request', async () => {
    const { store, view } = createLogView();
    await view.setFilter(noFilter, true);
    store.add([
      logEntry(noon, 'first', { requestId: 'r' }),
      logEntry(noon + day, 'last', { requestId: 'r' }),
      logEntry(noon + day + 1, 'other', { requestId: 's' }),
      logEntry(noon + day + 2, 'none', { requestId: '' }),
    ]);
    view.setRequestOpen('r', true);
    view.takeEdits();
    const index = view.findDayStarts(find);
    assert.equal(index?.length, 1);
    assert.equal(view.getItem(index[0] ?? 0)?.head?.entries, 1);
    assert.equal(store.getRow(view.getItem(index[0] ?? 0)?.slot ?? 0).requestId, 's');
    view.dispose();
  });
});
