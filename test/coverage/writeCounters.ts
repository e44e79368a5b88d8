import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the counters of one process or page, and replaces those that it wrote before. */
export function writeCounters(folder: string, name: string, counters: string): void {
  if (counters === '{}') return;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  // A process can be killed while it writes.
  writeFileSync(`${file}.part`, counters);
  renameSync(`${file}.part`, file);
}
