import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The name of a place where the editor keeps something, and all that is there. */
export type StoredText = readonly [name: string, text: string];

/** Logs, settings, state, unsaved texts: whatever the editor keeps on the disk. What it takes away meanwhile is left out. */
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
