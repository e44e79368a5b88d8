import { measureGzippedFile, measureGzippedPage, startFile } from '../harness/bundle.ts';
import type { Measurement } from './measurement.ts';
import { packaged } from './packaged.ts';

const kilo = 1024;

/** Measures the compressed size of the bundles in the package. */
export async function run(): Promise<Measurement[]> {
  await packaged();
  const size = (name: string, bytes: number, most: number): Measurement => ({
    name: `Size of the ${name}, gzipped`,
    value: bytes / kilo,
    unit: 'KB',
    budget: { of: 'value', most },
  });
  return [
    size('startup bundle', measureGzippedFile(startFile), 150),
    size("log page's bundle", measureGzippedPage('logs.js'), 45),
  ];
}
