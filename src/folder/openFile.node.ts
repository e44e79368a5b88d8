import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

// Windows doesn't define these constants.
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/**
 * Opens a file for reading, without following a link at its path, and without blocking on a pipe or a device. Links in
 * parent folders are followed, and on Windows all links.
 */
export function openWithoutFollowingLink(absolute: string): Promise<FileHandle> {
  return open(absolute, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
}

/**
 * Returns a text that identifies an open file and its version. A file that replaces it has another identity, even if a
 * parent folder was replaced by a link. `ctime` changes with the content even if a program resets `mtime`. The stats
 * must be those of the open file, because Windows can report another device ID for its path.
 */
export function getFileIdentity({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string {
  return [dev, ino, size, mtimeMs, ctimeMs].join(' ');
}
