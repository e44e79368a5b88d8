import type { PackedFolder } from './uploadState.ts';

/** A web worker has no files. */
export function packFolder(): Promise<PackedFolder> {
  return Promise.reject(new Error('A web worker cannot pack a folder.'));
}
