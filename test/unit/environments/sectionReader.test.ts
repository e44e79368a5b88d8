import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SectionReader } from '../../../src/environments/page/sectionReader.ts';

/** Each time it is asked, the test answers. */
function setUp() {
  const asked: (PromiseWithResolvers<string> & { readonly signal: AbortSignal })[] = [];
  let changes = 0;
  const reading = new SectionReader<string>({
    read: (signal) => {
      const one = Promise.withResolvers<string>();
      asked.push({ ...one, signal });
      return one.promise;
    },
    changed: () => changes++,
  });
  return { reading, asked, changes: () => changes };
}

describe('a part of a page', () => {
  test('keeps what was read while it is read again, and when that fails', async () => {
    const { reading, asked, changes } = setUp();
    const first = reading.load();
    assert.ok(reading.isLoading);
    asked[0]?.resolve('one');
    await first;
    assert.deepEqual([reading.value, reading.isLoading, changes()], ['one', false, 2]);
    const second = reading.load();
    assert.equal(reading.value, 'one');
    const failure = new Error('not now');
    asked[1]?.reject(failure);
    await second;
    assert.deepEqual([reading.value, reading.failure, reading.isLoading], ['one', failure, false]);
    const third = reading.load();
    asked[2]?.resolve('two');
    await third;
    assert.deepEqual([reading.value, reading.failure], ['two', undefined]);
  });

  test('takes the last answer only', async () => {
    const { reading, asked } = setUp();
    const first = reading.load();
    const second = reading.load();
    assert.ok(asked[0]?.signal.aborted);
    asked[1]?.resolve('two');
    await second;
    asked[0]?.resolve('one');
    await first;
    assert.equal(reading.value, 'two');
  });

  test('cancelled, it changes nothing any more', async () => {
    const { reading, asked, changes } = setUp();
    const first = reading.load();
    reading.cancel();
    assert.ok(asked[0]?.signal.aborted);
    asked[0]?.reject(new Error('cancelled'));
    await first;
    await reading.settled;
    assert.deepEqual([reading.failure, reading.isLoading, changes()], [undefined, false, 1]);
  });
});
