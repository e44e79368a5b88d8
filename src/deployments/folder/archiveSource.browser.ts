import type { UploadSource } from '../../api/upload.ts';

/** Not supported in a web worker. */
export function createArchiveSource(): UploadSource {
  throw new Error('A web worker cannot read an archive.');
}
