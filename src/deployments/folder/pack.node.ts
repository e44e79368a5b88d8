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
  /** The folder in which archives are stored until they're uploaded. */
  readonly archiveFolder: string;
  /** Called with the number of bytes read so far. */
  readonly onProgress: (bytes: number) => void;
}

/** Age in milliseconds after which an archive is deleted, because it was left behind by a window that crashed. */
const maxArchiveAgeMs = 24 * 3_600_000;

/** Packs files of a folder into an archive in `archiveFolder`. */
export async function packFolder(
  root: string,
  files: readonly FolderFile[],
  { signal, archiveFolder, onProgress }: PackOptions,
): Promise<PackedFolder> {
  await mkdir(archiveFolder, { recursive: true, mode: 0o700 });
  await deleteAbandonedArchives(archiveFolder);
  const archive = await writeArchive(root, files, { signal, folder: archiveFolder, onProgress });
  return { size: archive.size, source: createArchiveSource(archive), dispose: () => archive.dispose() };
}

async function deleteAbandonedArchives(archiveFolder: string): Promise<void> {
  const oldestAllowed = Date.now() - maxArchiveAgeMs;
  for (const name of await readdir(archiveFolder)) {
    const path = join(archiveFolder, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats && stats.mtimeMs < oldestAllowed)
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
      const stream = createReadStream(path, { highWaterMark: chunkBytes });
      return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
    },
  };
}
