import type { SelectedMutant } from './selectMutants.ts';

/** The result of a mutant. It survived if no test failed, or if no test reaches it. */
interface MutantResult {
  readonly status: 'killed' | 'timed out' | 'survived' | 'unreached';
  /** The test file or suite that failed or timed out. */
  readonly test?: string;
}

export type TestMutant = (mutant: SelectedMutant) => Promise<MutantResult>;

export type TestedMutant = Omit<SelectedMutant, 'number'> & MutantResult;

export function hasSurvived({ status }: MutantResult): boolean {
  return status === 'survived' || status === 'unreached';
}

/** Formats the results of each module as a Markdown table. */
export function formatMutantTable(mutants: readonly TestedMutant[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  const row = (module: string, own: readonly TestedMutant[]): string => {
    const count = (fate: MutantResult['status']): number =>
      own.filter((mutant) => mutant.status === fate).length;
    const detected = own.filter((mutant) => !hasSurvived(mutant)).length;
    const score = own.length === 0 ? '–' : `${((100 * detected) / own.length).toFixed(1)} %`;
    const counts = [count('killed'), count('timed out'), count('survived'), count('unreached')];
    return line([module, own.length, ...counts, score]);
  };
  return [
    line(['Module', 'Mutants', 'Killed', 'Timed out', 'Survived', 'Not reached', 'Score']),
    line(['---', ...Array<string>(6).fill('---:')]),
    ...[...Map.groupBy(mutants, ({ module }) => module)].map(([module, own]) => row(module, own)),
    row('Total', mutants),
  ].join('\n');
}

/** Formats a mutant's location, change, and result as one line. */
export function formatMutant({ path, line, original, mutated, status }: TestedMutant): string {
  const short = (text: string): string => {
    const flat = text.replaceAll(/\s+/g, ' ');
    return flat.length > 70 ? `${flat.slice(0, 45)} … ${flat.slice(-20)}` : flat;
  };
  const reached = status === 'unreached' ? '  (not reached)' : '';
  return `${path}:${line}  ${short(original)} → ${short(mutated)}${reached}`;
}
