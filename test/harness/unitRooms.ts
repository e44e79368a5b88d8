import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cache, root } from './paths.ts';

/** Has a process of its own: after other tests of its room, its server of the old transport closes the stream (cause unknown). */
const apart = join('test', 'unit', 'inspector', 'session.test.ts');

/**
 * Writes a test file for each folder of `test/unit` (or for one of them), which imports the test files in it. Returns
 * their paths, the one with the most files first.
 *
 * Node's test runner starts a process for each file that it gets: for 288 files, that takes as long as their tests.
 */
export function unitTestFiles(room?: string): readonly string[] {
  const folder = join(cache, 'unit');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const pattern = `test/unit/${room ?? '**'}/**/*.test.ts`;
  const files = globSync(pattern, { cwd: root }).toSorted();
  // Without any file, the runner would look for tests everywhere.
  if (files.length === 0) return [pattern];
  const rooms = Map.groupBy(files, (file) =>
    file === apart ? 'session' : (/^test[\\/]unit[\\/](\w+)[\\/]/.exec(file)?.[1] ?? 'all'),
  );
  return [...rooms]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([name, own]) => {
      const imports = own.map((file) => `import ${JSON.stringify(pathToFileURL(join(root, file)).href)};\n`);
      const path = join(folder, `${name}.test.mjs`);
      writeFileSync(path, imports.join(''));
      return path;
    });
}
