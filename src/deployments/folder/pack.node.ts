import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeArchive } from '../../folder/archive.node.ts';
import type { FolderFile } from '../../folder/contents.ts';
import { createArchiveSource } from './archiveSource.node.ts';
import type { PackedFolder } from './uploadState.ts';

interface PackOptions {
  readonly signal: AbortSignal;
  /** Where archives are while they are sent. */
  readonly storage: string;
  /** Bytes of the files read so far. */
  readonly onProgress: (bytes: number) => void;
}

/** ms. Older ones were left by a window that crashed: no one sends for so long. */
const maxArchiveAgeMs = 24 * 3_600_000;

/** Packs these files of a folder into a file of ours. */
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
