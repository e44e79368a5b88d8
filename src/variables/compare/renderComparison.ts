import { looksSecret } from '../../domain/looksSecret.ts';
import { plainText } from '../../domain/plainText.ts';
import { formatAssignment } from '../env/formatAssignment.ts';
import type { ComparisonRow } from './compareSides.ts';

/** Control characters, those that aren't seen or turn the direction, and separators that end a line for some readers. */
const unprintable = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
/** A backslash is an escape in one notation, and none in the other. */
const needsEscape = new RegExp(`${unprintable.source}|\\\\`, 'u');

/** Both texts of a comparison, for an editor that shows what is different. */
export interface ComparisonTexts {
  readonly left: string;
  readonly right: string;
}

/** Rows that stand together, below a comment. */
export interface ComparisonSection {
  readonly heading: string;
  readonly rows: readonly ComparisonRow[];
}

/**
 * Two texts that differ where the sides do. Plain values are shown; others are stood in for. `head` is a comment on top of both, one line
 * each. When a section has rows of one kind only, the lines that belong together are next to each other.
 */
export function renderComparison(
  head: readonly string[],
  sections: readonly ComparisonSection[],
): ComparisonTexts {
  const text = (side: 'left' | 'right'): string => {
    const lines = [
      ...head.map(commentLine),
      ...sections.flatMap(({ heading, rows }) => [
        '',
        commentLine(heading),
        ...rows.flatMap((row) => (row[side] ? [renderRow(row, side)] : [])),
      ]),
    ];
    return `${lines.join('\n')}\n`;
  };
  return { left: text('left'), right: text('right') };
}

function commentLine(line: string): string {
  return `# ${plainText(line)}`;
}

function renderRow(row: ComparisonRow, side: 'left' | 'right'): string {
  const [here, there] = side === 'left' ? [row.left, row.right] : [row.right, row.left];
  // What doesn't say it is taken for the same kind: no difference is made up.
  const isSecret = here?.isSecret ?? there?.isSecret ?? false;
  const value = visibleValue(row, side) ?? maskedValue(row, side);
  return `${plainText(row.key)}=${value}${isSecret ? ' # secret' : ''}`;
}

/** Absent: the value, or the one on the other side, may be a secret. */
function visibleValue({ key, kind, left, right }: ComparisonRow, side: 'left' | 'right'): string | undefined {
  const kinds = [left?.isSecret, right?.isSecret];
  if (kind === 'unknown' || kinds.includes(true) || !kinds.includes(false)) return undefined;
  if (looksSecret(key, left?.value) || looksSecret(key, right?.value)) return undefined;
  const value = (side === 'left' ? left : right)?.value;
  return value === undefined ? undefined : toNotation(key, value);
}

/** On one line, and another one for each value: as in a `.env` text where nothing has to be escaped, else as JSON. */
function toNotation(key: string, value: string): string {
  const written = formatAssignment(key, value)?.slice(key.length + 1);
  if (written !== undefined && plainText(written) === written && !needsEscape.test(written)) return written;
  return JSON.stringify(value).replace(unprintable, (found) => {
    const units = Array.from({ length: found.length }, (_, at) => found.charCodeAt(at));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  });
}

/** Never depends on a value but by whether two are equal. */
function maskedValue({ kind, left, right }: ComparisonRow, side: 'left' | 'right'): string {
  if (kind === 'left' || kind === 'right') return '<only on this side>';
  if (kind === 'unknown') return '<cannot be compared>';
  if (left?.value === right?.value) return '<same value>';
  return side === 'left' ? '<value 1>' : '<value 2>';
}
