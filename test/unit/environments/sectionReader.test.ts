import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SectionReader } from '../../../src/environments/page/sectionReader.ts';

/** Creates a reader. The test resolves or rejects each of its requests. */
function setUp() {
  const requests: (PromiseWithResolvers<string> & { readonly signal: AbortSignal })[] = [];
  let changes = 0;
  const reader = new SectionReader<string>({
    read: (signal) => {
      const one = Promise.withResolvers<string>();
      requests.push({ ...one, signal });
      return one.promise;
    },
    onDidChange: () => changes++,
  });
  return { reader, requests, changes: () => changes };
}

describe('a section of a page', () => {
  test('keeps its value while it is read again, and if that fails', async () => {
    const { reader, requests, changes } = setUp();
    const first = reader.load();
    assert.ok(reader.isLoading);
    requests[0]?.resolve('one');
    await first;
    assert.deepEqual([reader.value, reader.isLoading, changes()], ['one', false, 2]);
    const second = reader.load();
    assert.equal(reader.value, 'one');
    const failure = new Error('not now');
    requests[1]?.reject(failure);
    await second;
    assert.deepEqual([reader.value, reader.failure, reader.isLoading], ['one', failure, false]);
    const third = reader.load();
    requests[2]?.resolve('two');
    await third;
    assert.deepEqual([reader.value, reader.failure], ['two', undefined]);
  });

  test('uses only the response of the last request', async () => {
    const { reader, requests } = setUp();
    const first = reader.load();
    const second = reader.load();
    assert.ok(requests[0]?.signal.aborted);
    requests[1]?.resolve('two');
    await second;
    requests[0]?.resolve('one');
    await first;
    assert.equal(reader.value, 'two');
  });

  test('does not change after it was canceled', async () => {
    const { reader, requests, changes } = setUp();
    const first = reader.load();
    reader.cancel();
    assert.ok(requests[0]?.signal.aborted);
    requests[0]?.reject(new Error('cancelled'));
    await first;
    await reader.settled;
    assert.deepEqual([reader.failure, reader.isLoading, changes()], [undefined, false, 1]);
  });
});
