import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Measurement } from './measurement.ts';
import type { HeapMeasurement } from './memoryChild.ts';

/** Measures the memory of log rows: in the store, and as the objects of a parsed response. */
export async function run(): Promise<Measurement[]> {
  const store = await measureInChild('store');
  const objects = await measureInChild('objects');
  const { rows, text } = store;
  const baseline = { value: text / rows, name: 'Text alone' };
  const createMeasurements = (name: string, { bytes }: HeapMeasurement): Measurement[] => [
    { name: `${name}: per entry, with its text`, value: bytes / rows, unit: 'B', baseline },
  ];
  const name = `Memory for ${rows.toLocaleString('en')} entries`;
  return [
    {
      name: `${name}: per entry, without its text`,
      value: (store.bytes - text) / rows,
      unit: 'B',
      budget: { quantity: 'value', max: 200 },
    },
    ...createMeasurements(name, store),
    ...createMeasurements(`Alternative (plain objects), ${rows.toLocaleString('en')} entries`, objects),
  ];
}

async function measureInChild(kind: 'store' | 'objects'): Promise<HeapMeasurement> {
  const child = fileURLToPath(new URL('memoryChild.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    '--max-old-space-size=4096',
    child,
    kind,
  ]);
  const result: HeapMeasurement = JSON.parse(stdout);
  return result;
}
