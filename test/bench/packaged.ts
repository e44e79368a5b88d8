import { packageExtension } from '../harness/vsix.ts';

let packaging: Promise<string> | undefined;

/** Builds the package that users install, once for all benchmarks. Returns its path. */
export function packaged(): Promise<string> {
  packaging ??= packageExtension();
  return packaging;
}
