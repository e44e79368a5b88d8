import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { UploadSource } from '../../api/upload.ts';

/** Size of one read in bytes. Larger chunks would stay in memory until the next garbage collection. */
const chunkBytes = 16 * 1024;

/** Creates the upload source of an archive. Each attempt reads the file from its beginning. */
export function createArchiveSource({
  path,
  size,
}: {
  readonly path: string;
  readonly size: number;
}): UploadSource {
  return {
    size,
    read: () => {
      const pieces = createReadStream(path, { highWaterMark: chunkBytes });
      return Readable.toWeb(pieces) as ReadableStream<Uint8Array>;
    },
  };
}
