import { gzippedSize, startFile } from '../harness/bundle.ts';
import { packageExtension } from '../harness/vsix.ts';
import type { Figure } from './figure.ts';

const kilo = 1024;

/** How large the bundles of the package are, compressed. */
export async function run(): Promise<Figure[]> {
  await packageExtension();
  const size = (name: string, file: string, most: number): Figure => ({
    name: `bundle of the ${name}, gzipped`,
    value: gzippedSize(file) / kilo,
    unit: 'KB',
    budget: { of: 'value', most },
  });
  return [size('extension, as it starts', startFile, 150), size('page of the logs', 'logs.js', 45)];
}
