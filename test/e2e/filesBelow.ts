import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The path of a file of the editor, and its text. */
export type StoredText = readonly [name: string, text: string];

/**
 * Reads all files of the editor: logs, settings, state, and unsaved texts. Omits files that are deleted in
 * the meantime.
 */
export function readFilesBelow(folder: string): StoredText[] {
  return (ignoreMissing(() => readdirSync(folder, { withFileTypes: true })) ?? []).flatMap(
    (entry): StoredText[] => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return readFilesBelow(path);
      const text = entry.isFile() ? ignoreMissing(() => readFileSync(path, 'utf8')) : undefined;
      return text === undefined ? [] : [[path, text]];
    },
  );
}

function ignoreMissing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
