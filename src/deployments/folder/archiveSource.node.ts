import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { UploadSource } from '../../api/upload.ts';

/** bytes that are read at once. More of it at once would be in memory until it is next cleared. */
const chunkBytes = 16 * 1024;

/** An archive in a file, read anew for each try. */
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
