import { randomUUID } from 'node:crypto';
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** Writes a file in parts. An existing file isn't changed until `finish`. */
export interface FileWriter {
  write(part: string | Uint8Array): Promise<void>;
  finish(): Promise<void>;
  /** Deletes the unfinished file, if `finish` isn't called. Never rejects. */
  discard(): Promise<void>;
}

/** Returns the home folder of the user, the default folder for saved files. */
export const homeFolder = (): string | undefined => homedir();

/** Creates a writer for a temporary file next to `path`, which `finish` renames to `path`. */
export async function openFileWriter(path: string): Promise<FileWriter | undefined> {
  // Replaces the target of a symbolic link, and not the link.
  const target = await realpath(path).catch(() => path);
  const existing = await stat(target).catch(() => undefined);
  if (existing?.isDirectory()) throw Object.assign(new Error('is a folder'), { code: 'EISDIR' });
  const temporaryPath = join(
    dirname(target),
    `.${basename(target).slice(0, 100)}.${randomUUID().slice(0, 8)}.part`,
  );
  const file: FileHandle = await open(temporaryPath, 'wx', existing ? existing.mode & 0o777 : 0o666);
  return {
    write: (part) => file.writeFile(part),
    async finish() {
      // Otherwise, a power failure after the renaming could lose both files.
      await file.datasync();
      await file.close();
      await rename(temporaryPath, target);
    },
    async discard() {
      await file.close().catch(() => undefined);
      await rm(temporaryPath, { force: true }).catch(() => undefined);
    },
  };
}
