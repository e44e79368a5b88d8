import type { FolderContents } from './contents.ts';

/** A web worker has no files of its own. */
export function inspectFiles(): Promise<Pick<FolderContents, 'files' | 'questionable' | 'leftOut'>> {
  return Promise.resolve({ files: [], questionable: [], leftOut: [] });
}
