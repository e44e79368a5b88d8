import { gzippedPageSize, gzippedSize, startFile } from '../harness/bundle.ts';
import type { Figure } from './figure.ts';
import { packaged } from './packaged.ts';

const kilo = 1024;

/** How large the bundles of the package are, compressed. */
export async function run(): Promise<Figure[]> {
  await packaged();
  const size = (name: string, bytes: number, most: number): Figure => ({
    name: `bundle of the ${name}, gzipped`,
    value: bytes / kilo,
    unit: 'KB',
    budget: { of: 'value', most },
  });
  return [
    size('extension, as it starts', gzippedSize(startFile), 150),
    size('page of the logs', gzippedPageSize('logs.js'), 45),
  ];
}
