import { randomUUID } from 'node:crypto';
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** Writes one file from its beginning to its end. Until `finish`, what was there before stays as it was. */
export interface FileWriter {
  write(part: string | Uint8Array): Promise<void>;
  finish(): Promise<void>;
  /** Instead of `finish`: leaves nothing behind. Never rejects. */
  discard(): Promise<void>;
}

/** Where a file is saved unless the user chooses; `undefined` where there is no such place. */
export const homeFolder = (): string | undefined => homedir();

/** Writes part by part to a name of its own beside `path`, and renames at the end. */
export async function openFileWriter(path: string): Promise<FileWriter | undefined> {
  // A link stays a link; what it leads to is replaced.
  const target = await realpath(path).catch(() => path);
  const there = await stat(target).catch(() => undefined);
  if (there?.isDirectory()) throw Object.assign(new Error('is a folder'), { code: 'EISDIR' });
  const partial = join(
    dirname(target),
    `.${basename(target).slice(0, 100)}.${randomUUID().slice(0, 8)}.part`,
  );
  const file: FileHandle = await open(partial, 'wx', there ? there.mode & 0o777 : 0o666);
  return {
    write: (part) => file.writeFile(part),
    async finish() {
      // Else a computer that loses power after the renaming is left with neither file.
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
