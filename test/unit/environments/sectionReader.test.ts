import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SectionReader } from '../../../src/environments/page/sectionReader.ts';

/** Creates a reader. The test resolves or rejects each of its requests. */
function setUp() {
  const asked: (PromiseWithResolvers<string> & { readonly signal: AbortSignal })[] = [];
  let changes = 0;
  const reader = new SectionReader<string>({
    read: (signal) => {
      const one = Promise.withResolvers<string>();
      asked.push({ ...one, signal });
      return one.promise;
    },
    onDidChange: () => changes++,
  });
  return { reader, asked, changes: () => changes };
}

describe('a section of a page', () => {
  test('keeps its value while it is read again, and if that fails', async () => {
    const { reader, asked, changes } = setUp();
    const first = reader.load();
    assert.ok(reader.isLoading);
    asked[0]?.resolve('one');
    await first;
    assert.deepEqual([reader.value, reader.isLoading, changes()], ['one', false, 2]);
    const second = reader.load();
    assert.equal(reader.value, 'one');
    const failure = new Error('not now');
    asked[1]?.reject(failure);
    await second;
    assert.deepEqual([reader.value, reader.failure, reader.isLoading], ['one', failure, false]);
    const third = reader.load();
    asked[2]?.resolve('two');
    await third;
    assert.deepEqual([reader.value, reader.failure], ['two', undefined]);
  });

  test('uses only the response of the last request', async () => {
    const { reader, asked } = setUp();
    const first = reader.load();
    const second = reader.load();
    assert.ok(asked[0]?.signal.aborted);
    asked[1]?.resolve('two');
    await second;
    asked[0]?.resolve('one');
    await first;
    assert.equal(reader.value, 'two');
  });

  test('does not change after it was canceled', async () => {
    const { reader, asked, changes } = setUp();
    const first = reader.load();
    reader.cancel();
    assert.ok(asked[0]?.signal.aborted);
    asked[0]?.reject(new Error('cancelled'));
    await first;
    await reader.settled;
    assert.deepEqual([reader.failure, reader.isLoading, changes()], [undefined, false, 1]);
  });
});
