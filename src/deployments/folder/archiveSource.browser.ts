import type { UploadSource } from '../../api/upload.ts';

/** A web worker writes no archive. */
export function createArchiveSource(): UploadSource {
  throw new Error('A web worker cannot read an archive.');
}
