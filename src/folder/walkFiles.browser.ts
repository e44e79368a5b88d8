import type { Listed } from './contents.ts';

/** A web worker has no files of its own. */
export function walkFiles(): Promise<Listed> {
  return Promise.resolve({ paths: [] });
}
