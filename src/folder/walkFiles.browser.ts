import type { FileList } from './contents.ts';

/** Not supported in a web worker. */
export function walkFiles(): Promise<FileList> {
  return Promise.resolve({ paths: [] });
}
