import type { FolderContents } from './contents.ts';

/** Not supported in a web worker. */
export function inspectFiles(): Promise<Pick<FolderContents, 'files' | 'questionable' | 'leftOut'>> {
  return Promise.resolve({ files: [], questionable: [], leftOut: [] });
}
