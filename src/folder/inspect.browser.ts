import type { FolderContents } from './contents.ts';

/** Not supported in a web worker. */
export function inspectFiles(): Promise<Pick<FolderContents, 'files' | 'sensitiveFiles' | 'excludedFiles'>> {
  return Promise.resolve({ files: [], sensitiveFiles: [], excludedFiles: [] });
}
