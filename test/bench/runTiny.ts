import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../harness/processes.ts';
import type { ReportedMeasurement } from './measurement.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

/** Runs parts of `npm run bench` with tiny sizes. Rejects with their output unless each returns numbers. */
export async function runTiny(...parts: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hm-bench-'));
  const file = join(folder, 'measurements.json');
  try {
    const only = parts.flatMap((part) => ['--only', part]);
    const { code, text } = await run(process.execPath, [main, '--tiny', '--json', file, ...only]);
    assert.equal(code, 0, text);
    const results = JSON.parse(readFileSync(file, 'utf8')) as ReportedMeasurement[];
    assert.ok(results.length >= parts.length, text);
    for (const { name, value } of results) assert.equal(typeof value, 'number', name);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
