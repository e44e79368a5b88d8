import type { PackedFolder } from './uploadState.ts';

/** Not supported in a web worker. */
export function packFolder(): Promise<PackedFolder> {
  return Promise.reject(new Error('A web worker cannot pack a folder.'));
}
