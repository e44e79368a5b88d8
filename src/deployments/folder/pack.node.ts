import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { UploadSource } from '../../api/upload.ts';
import { writeArchive } from '../../folder/archive.node.ts';
import type { FolderFile } from '../../folder/contents.ts';
import type { PackedFolder } from './uploadState.ts';

interface PackOptions {
  readonly signal: AbortSignal;
  /** The folder of the archives while they're uploaded. */
  readonly storage: string;
  /** Called with the number of bytes read so far. */
  readonly onProgress: (bytes: number) => void;
}

/** Age in ms after which an archive is deleted. It was left by a window that crashed. */
const maxArchiveAgeMs = 24 * 3_600_000;

/** Packs files of a folder into an archive in `storage`. */
export async function packFolder(
  root: string,
  files: readonly FolderFile[],
  { signal, storage, onProgress }: PackOptions,
): Promise<PackedFolder> {
  await mkdir(storage, { recursive: true, mode: 0o700 });
  await removeAbandoned(storage);
  const archive = await writeArchive(root, files, { signal, folder: storage, onProgress });
  return { size: archive.size, source: createArchiveSource(archive), dispose: () => archive.dispose() };
}

async function removeAbandoned(storage: string): Promise<void> {
  const before = Date.now() - maxArchiveAgeMs;
  for (const name of await readdir(storage)) {
    const path = join(storage, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < before)
      await rm(path, { force: true, recursive: true }).catch(() => undefined);
  }
}

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
