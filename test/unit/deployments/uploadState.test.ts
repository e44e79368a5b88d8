import assert from 'node:assert/strict';
import { test } from 'node:test';
import { discardOutdatedSteps, type UploadState } from '../../../src/deployments/folder/uploadState.ts';

const file = { path: 'a', size: 1, mode: 0o644, identity: '1 1 1 1' };

/** Returns what remains of the state after a file was packed and uploaded for a team. */
async function left(files: readonly (typeof file)[], teamId: string) {
  let isRemoved = false;
  const work: UploadState = {};
  await discardOutdatedSteps(work, [file], 'team');
  const dispose = async (): Promise<void> => {
    isRemoved = true;
  };
  const source = { size: 1, read: () => new ReadableStream<Uint8Array>() };
  Object.assign(work, { packed: { size: 1, source, dispose }, token: 'token' });
  await discardOutdatedSteps(work, files, teamId);
  assert.equal(work.packed === undefined, isRemoved);
  return { isPacked: !isRemoved, isUploaded: work.token !== undefined };
}

test('a folder is packed again if its files have changed, and uploaded again for another team', async () => {
  assert.deepEqual(await left([{ ...file }], 'team'), { isPacked: true, isUploaded: true });
  assert.deepEqual(await left([file], 'other'), { isPacked: true, isUploaded: false });
  for (const others of [[], [{ ...file, identity: '1 2 1 1' }], [file, { ...file, path: 'b' }]]) {
    assert.deepEqual(await left(others, 'team'), { isPacked: false, isUploaded: false });
  }
});
