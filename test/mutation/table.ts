import type { Chosen } from './rules.ts';

/** What tests say of a mutant. Those that no test reaches live on as well. */
export interface Verdict {
  readonly fate: 'killed' | 'timed out' | 'survived' | 'unreached';
  /** The tests that told. */
  readonly by?: string;
}

export type Judge = (mutant: Chosen) => Promise<Verdict>;

export type Judged = Omit<Chosen, 'number'> & Verdict;

export function lives({ fate }: Verdict): boolean {
  return fate === 'survived' || fate === 'unreached';
}

/** Returns the results of each module as a Markdown table. */
export function mutantTable(mutants: readonly Judged[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  const row = (room: string, own: readonly Judged[]): string => {
    const count = (fate: Verdict['fate']): number => own.filter((mutant) => mutant.fate === fate).length;
    const dead = own.filter((mutant) => !lives(mutant)).length;
    const score = own.length === 0 ? '–' : `${((100 * dead) / own.length).toFixed(1)} %`;
    const counts = [count('killed'), count('timed out'), count('survived'), count('unreached')];
    return line([room, own.length, ...counts, score]);
  };
  return [
    line(['Module', 'Mutants', 'Killed', 'Timed out', 'Survived', 'Not reached', 'Score']),
    line(['---', ...Array<string>(6).fill('---:')]),
    ...[...Map.groupBy(mutants, ({ room }) => room)].map(([room, own]) => row(room, own)),
    row('Total', mutants),
  ].join('\n');
}

/** Returns a line with the place of a mutant and its change. */
export function mutantLine({ path, line, original, mutated, fate }: Judged): string {
  const short = (text: string): string => {
    const flat = text.replaceAll(/\s+/g, ' ');
    return flat.length > 70 ? `${flat.slice(0, 45)} … ${flat.slice(-20)}` : flat;
  };
  const reached = fate === 'unreached' ? '  (not reached)' : '';
  return `${path}:${line}  ${short(original)} → ${short(mutated)}${reached}`;
}
