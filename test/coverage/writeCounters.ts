import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Keeps what one process or page has reached so far, in place of what it said before. */
export function writeCounters(folder: string, name: string, counters: string): void {
  if (counters === '{}') return;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  // A process may be killed while it writes.
  writeFileSync(`${file}.part`, counters);
  renameSync(`${file}.part`, file);
}
