import { createHash } from 'node:crypto';
import { type CodeChange, findChanges } from './operators.ts';
import { visitNodes } from './syntax.ts';

/** A change to one rule of a file. */
export interface Mutant extends CodeChange {
  /** The path relative to the repository, with slashes. */
  readonly path: string;
  readonly line: number;
  readonly original: string;
}

/** Returns all mutants of a TypeScript file. */
export function findMutants(path: string, text: string): Mutant[] {
  const mutants: Mutant[] = [];
  visitNodes(text, (node, parent) => {
    for (const change of findChanges(text, node, parent)) {
      const line = text.slice(0, change.start).split('\n').length;
      mutants.push({ ...change, path, line, original: text.slice(change.start, change.end) });
    }
  });
  return mutants;
}

/**
 * Selects at most `limit` mutants at random. For the same seed, an unchanged piece of code is always selected
 * or never.
 */
export function sampleMutants(mutants: readonly Mutant[], seed: number, limit: number): readonly Mutant[] {
  const counts = new Map<string, number>();
  const lots = mutants.map((mutant) => {
    const name = `${mutant.path} ${mutant.original} ${mutant.mutated}`;
    const duplicates = counts.get(name) ?? 0;
    counts.set(name, duplicates + 1);
    return { mutant, lot: createHash('sha256').update(`${seed} ${duplicates} ${name}`).digest('hex') };
  });
  const first = lots.toSorted((one, other) => (one.lot < other.lot ? -1 : 1)).slice(0, limit);
  const selected = new Set(first.map(({ mutant }) => mutant));
  return mutants.filter((mutant) => selected.has(mutant));
}

/** Returns the text of a file with one mutant. */
export function applyMutant(text: string, { start, end, mutated }: CodeChange): string {
  return `${text.slice(0, start)}(${mutated})${text.slice(end)}`;
}
