import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { isCounted } from '../coverage/instrument.ts';
import { root } from '../harness/paths.ts';
import { choose, type Mutant, mutantsOf } from './mutants.ts';

/** A mutant that was chosen, under the number that switches it on. */
export interface Chosen extends Mutant {
  readonly number: number;
  readonly room: string;
}

interface Asked {
  readonly rooms: readonly string[];
  readonly seed: number;
  readonly most: number;
  /** Also of files that need an editor or a page, which no unit test can load. */
  readonly all: boolean;
}

/** The mutants of these rooms. */
export function chooseMutants({ rooms, seed, most, all }: Asked): readonly Chosen[] {
  return rooms
    .flatMap((room) => {
      const paths = globSync(`src/${room}/**/*.ts`, { cwd: root }).map((path) => path.split(sep).join('/'));
      const mutants = paths.toSorted().flatMap((path) => {
        const text = readFileSync(join(root, path), 'utf8');
        return isCounted(join(root, path)) && (all || isPure(path, text)) ? mutantsOf(path, text) : [];
      });
      return choose(mutants, seed, most).map((mutant) => ({ ...mutant, room }));
    })
    .map((mutant, number) => ({ ...mutant, number }));
}

function isPure(path: string, text: string): boolean {
  return !/\/webview\/|\.browser\.ts$/.test(path) && !/^import (?!type).*'vscode';$/m.test(text);
}
