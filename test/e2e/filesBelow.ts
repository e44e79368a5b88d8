import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The name of a place where the editor keeps something, and all that is there. */
export type Place = readonly [name: string, text: string];

/** Logs, settings, state, unsaved texts: whatever the editor keeps on the disk. */
export function filesBelow(folder: string): Place[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'utf8')]);
}
