/**
 * Runs the unit tests. The files of a module, or of several small modules, share a process, since most of the time of a
 * short test file is spent on loading the same sources. Each core runs one process at a time, whose output is printed when it ends.
 *
 *   node test/harness/unitTests.ts [module] [--grep WORDS]
 */
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { root } from './paths.ts';
import { run } from './processes.ts';
import { stop, stopOnSignals } from './stop.ts';

/** The largest number of files that share a process: more would leave the other cores without work at the end. */
const maxFiles = 16;

/** Returns the files of each process, the largest modules first. Files directly in `test/unit` are like a module. */
function groupTestFiles(module: string | undefined): readonly (readonly string[])[] {
  const files = globSync(`test/unit/${module ?? '**'}/**/*.test.ts`, { cwd: root }).toSorted();
  const modules = Object.groupBy(files, (file) => file.split(/[/\\]/).slice(2, -1)[0] ?? '');
  const parts = Object.values(modules)
    .flatMap((group = []) => {
      const count = Math.ceil(group.length / maxFiles);
      return Array.from({ length: count }, (_, part) =>
        group.filter((_file, index) => index % count === part),
      );
    })
    .toSorted((one, other) => other.length - one.length);
  const groups: string[][] = [];
  for (const part of parts) {
    const group = groups.find(({ length }) => length + part.length <= maxFiles);
    if (group) group.push(...part);
    else groups.push([...part]);
  }
  return groups;
}

/** Whether all processes ended without a failed test. */
async function runUnitTests(module: string | undefined, title: string | undefined): Promise<boolean> {
  const groups = [...groupTestFiles(module)];
  const titleOptions = title === undefined ? [] : ['--grep', title];
  let isGood = true;
  const runGroups = async (): Promise<void> => {
    for (let files = groups.shift(); files !== undefined; files = groups.shift()) {
      const args = ['test/harness/unitTestFiles.ts', ...titleOptions, ...files];
      const { code, text } = await run(process.execPath, args, { cwd: root });
      process.stdout.write(text);
      isGood &&= code === 0;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runGroups));
  return isGood;
}

stopOnSignals(() => 1);
const { values, positionals } = parseArgs({ allowPositionals: true, options: { grep: { type: 'string' } } });
const isGood = await runUnitTests(positionals[0], values.grep);
await stop();
process.exit(isGood ? 0 : 1);
