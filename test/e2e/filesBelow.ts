import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The name of a place where the editor keeps something, and all that is there. */
export type Place = readonly [name: string, text: string];

/** Logs, settings, state, unsaved texts: whatever the editor keeps on the disk. What it takes away meanwhile is left out. */
export function filesBelow(folder: string): Place[] {
  return (unlessGone(() => readdirSync(folder, { withFileTypes: true })) ?? []).flatMap((entry): Place[] => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    const text = entry.isFile() ? unlessGone(() => readFileSync(path, 'utf8')) : undefined;
    return text === undefined ? [] : [[path, text]];
  });
}

function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
