import type { Archive } from './archive.node.ts';

/** A web worker has no files of its own. */
export function writeArchive(): Promise<Archive> {
  return Promise.reject(new Error('A web worker cannot pack a folder.'));
}
