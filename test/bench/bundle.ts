import { measureGzippedFile, measureGzippedPage, startFile } from '../harness/bundle.ts';
import type { Measurement } from './measurement.ts';
import { packaged } from './packaged.ts';

const bytesPerKb = 1024;

/** Measures the compressed size of the bundles in the package. */
export async function run(): Promise<Measurement[]> {
  await packaged();
  const size = (name: string, bytes: number, maxKb: number): Measurement => ({
    name: `Size of the ${name}, gzipped`,
    value: bytes / bytesPerKb,
    unit: 'KB',
    budget: { quantity: 'value', max: maxKb },
  });
  return [
    size('startup bundle', measureGzippedFile(startFile), 150),
    size("log page's bundle", measureGzippedPage('logs.js'), 52),
  ];
}
