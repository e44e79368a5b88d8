import { plainText } from '../../explorer/plainText.ts';
import type { Row } from './compare.ts';

/** Both texts of a comparison, for an editor that shows what is different. */
export interface ComparisonTexts {
  readonly left: string;
  readonly right: string;
}

/** Rows that stand together, below a comment. */
export interface Section {
  readonly heading: string;
  readonly rows: readonly Row[];
}

/**
 * Two texts that differ where the sides do, and stand in for all values. `head` is a comment on top of both, one line
 * each. When a section has rows of one kind only, the lines that belong together are next to each other.
 */
export function comparisonTexts(head: readonly string[], sections: readonly Section[]): ComparisonTexts {
  const text = (side: 'left' | 'right'): string => {
    const lines = [
      ...head.map(comment),
      ...sections.flatMap(({ heading, rows }) => [
        '',
        comment(heading),
        ...rows.flatMap((row) => (row[side] ? [lineOf(row, side)] : [])),
      ]),
    ];
    return `${lines.join('\n')}\n`;
  };
  return { left: text('left'), right: text('right') };
}

function comment(line: string): string {
  return `# ${plainText(line)}`;
}

function lineOf(row: Row, side: 'left' | 'right'): string {
  const [here, there] = side === 'left' ? [row.left, row.right] : [row.right, row.left];
  // What does not say it is taken for the same kind: no difference is made up.
  const isSecret = here?.isSecret ?? there?.isSecret ?? false;
  return `${plainText(row.key)}=${standIn(row, side)}${isSecret ? ' # secret' : ''}`;
}

/** Never depends on a value but by whether two are equal. */
function standIn({ kind, left, right }: Row, side: 'left' | 'right'): string {
  if (kind === 'left' || kind === 'right') return '<only here>';
  if (kind === 'unknown') return '<cannot be compared>';
  if (left?.value === right?.value) return '<same value>';
  return side === 'left' ? '<value 1>' : '<value 2>';
}
