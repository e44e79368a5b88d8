import type { Packed } from './work.ts';

/** A web worker has no files. */
export function packFolder(): Promise<Packed> {
  return Promise.reject(new Error('A web worker cannot pack a folder.'));
}
