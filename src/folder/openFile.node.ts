import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

// Windows has neither.
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** Opens a file, not what a link in its place leads to; of what is no file, nothing is waited for. */
export function openWithoutFollowing(absolute: string): Promise<FileHandle> {
  return open(absolute, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
}

/**
 * Returns which file was opened, and in which state: what takes its place has another identity, also below a folder that has
 * become a link, and so has what is written into it. `ctime` changes with the content even where a program sets `mtime` back.
 * Of an open file, because Windows may call its device otherwise by its path.
 */
export function fileIdentity({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string {
  return [dev, ino, size, mtimeMs, ctimeMs].join(' ');
}
