import { randomUUID } from 'node:crypto';
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** Writes a file in parts. The previous file isn't changed until `finish`. */
export interface FileWriter {
  write(part: string | Uint8Array): Promise<void>;
  finish(): Promise<void>;
  /** Removes the unfinished file, in place of `finish`. Never rejects. */
  discard(): Promise<void>;
}

/** Returns the folder for saved files if no folder is open, or `undefined` if there is none. */
export const homeFolder = (): string | undefined => homedir();

/** Opens a writer that writes to a temporary file next to `path`, which it renames at the end. */
export async function openFileWriter(path: string): Promise<FileWriter | undefined> {
  // A symbolic link is kept, and its target is replaced.
  const target = await realpath(path).catch(() => path);
  const existing = await stat(target).catch(() => undefined);
  if (existing?.isDirectory()) throw Object.assign(new Error('is a folder'), { code: 'EISDIR' });
  const partial = join(
    dirname(target),
    `.${basename(target).slice(0, 100)}.${randomUUID().slice(0, 8)}.part`,
  );
  const file: FileHandle = await open(partial, 'wx', existing ? existing.mode & 0o777 : 0o666);
  return {
    write: (part) => file.writeFile(part),
    async finish() {
      // Otherwise, a power failure after the renaming could lose both files.
      await file.datasync();
      await file.close();
      await rename(partial, target);
    },
    async discard() {
      await file.close().catch(() => undefined);
      await rm(partial, { force: true }).catch(() => undefined);
    },
  };
}
