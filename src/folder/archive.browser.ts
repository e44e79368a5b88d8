import type { Archive } from './archive.node.ts';

/** Not supported in a web worker. */
export function writeArchive(): Promise<Archive> {
  return Promise.reject(new Error('A web worker cannot pack a folder.'));
}
