import { globSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { isCounted } from '../coverage/instrument.ts';
import { root } from '../harness/paths.ts';
import { findMutants, type Mutant, sampleMutants } from './mutants.ts';

/** A selected mutant, with the number that switches it on. */
export interface SelectedMutant extends Mutant {
  readonly number: number;
  readonly module: string;
}

interface MutantSelection {
  readonly modules: readonly string[];
  readonly seed: number;
  readonly limit: number;
  /** Whether to include files that need an editor or a page, which no unit test can load. */
  readonly all: boolean;
}

/** Selects mutants of each module. */
export function selectMutants({ modules, seed, limit, all }: MutantSelection): readonly SelectedMutant[] {
  return modules
    .flatMap((module) => {
      const paths = globSync(`src/${module}/**/*.ts`, { cwd: root }).map((path) => path.split(sep).join('/'));
      const mutants = paths.toSorted().flatMap((path) => {
        if (!isCounted(join(root, path)) || !(all || isPure(path))) return [];
        return findMutants(path, readSource(path));
      });
      return sampleMutants(mutants, seed, limit).map((mutant) => ({ ...mutant, module }));
    })
    .map((mutant, number) => ({ ...mutant, number }));
}

function readSource(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Whether a file and all its imports run without an editor and without a page. */
function isPure(path: string, visited = new Set<string>()): boolean {
  if (visited.has(path)) return true;
  visited.add(path);
  if (/\/webview\/|\.browser\.ts$/.test(path)) return false;
  const imports = [
    ...readSource(path).matchAll(/^(?:import|export) (?!type\b)[^';]*'(vscode|\..+\.ts)';$/gm),
  ];
  return imports.every(([, name = '']) => {
    const imported = posix.join(posix.dirname(path), name);
    return name !== 'vscode' && isPure(imported, visited);
  });
}
