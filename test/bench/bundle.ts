import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../harness/paths.ts';
import { packageExtension } from '../harness/vsix.ts';
import type { Figure } from './figure.ts';

const kilo = 1024;
const bundles = [
  { name: 'extension', file: 'extension.cjs', most: 150 },
  { name: 'page of the logs', file: 'logs.js', most: 45 },
];

/** How large the bundles of the package are, compressed. */
export async function run(): Promise<Figure[]> {
  await packageExtension();
  return bundles.map(({ name, file, most }) => ({
    name: `bundle of the ${name}, gzipped`,
    value: gzipSync(readFileSync(join(root, 'dist', file))).length / kilo,
    unit: 'KB',
    budget: { of: 'value', most },
  }));
}
