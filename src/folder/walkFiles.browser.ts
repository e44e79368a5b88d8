import type { FileList } from './contents.ts';

/** A web worker has no files of its own. */
export function walkFiles(): Promise<FileList> {
  return Promise.resolve({ paths: [] });
}
