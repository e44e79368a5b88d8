import { looksSecret } from '../../domain/looksSecret.ts';
import { toPlainText } from '../../domain/plainText.ts';
import { formatAssignment } from '../env/formatAssignment.ts';
import type { ComparisonRow, Side } from './compareSides.ts';

/**
 * Matches control, invisible, and bidirectional characters, and the separators that some programs treat as line ends.
 */
const unprintable = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
/**
 * Matches the characters that must be escaped. A backslash is one of them, because only some notations treat it as an
 * escape character.
 */
const needsEscape = new RegExp(`${unprintable.source}|\\\\`, 'u');

/** The texts of both sides for a diff editor. */
export interface ComparisonDocuments {
  readonly left: string;
  readonly right: string;
}

/** A heading, which is a comment, and the rows below it. */
export interface ComparisonSection {
  readonly heading: string;
  readonly rows: readonly ComparisonRow[];
}

/**
 * Renders two texts that differ only where the sides differ. Shows plain values, and replaces the others with
 * placeholders. `names`: the names of the sides, which are the first lines of both texts, so that a diff editor doesn't
 * show them as a change. `headerLines`: the rest of the comment at the top of both texts. If a section has rows of one kind only, a diff editor shows the lines of a key next to each
 * other.
 */
export function renderComparison(
  names: Readonly<Record<Side, string>>,
  headerLines: readonly string[],
  sections: readonly ComparisonSection[],
): ComparisonDocuments {
  const renderSide = (side: Side): string => {
    const lines = [
      ...[names.left, names.right, ...headerLines].map(formatComment),
      ...sections.flatMap(({ heading, rows }) => [
        '',
        formatComment(heading),
        ...rows.flatMap((row) => (row[side] ? [renderRow(row, side)] : [])),
      ]),
    ];
    return `${lines.join('\n')}\n`;
  };
  return { left: renderSide('left'), right: renderSide('right') };
}

function formatComment(line: string): string {
  return `# ${toPlainText(line)}`;
}

function renderRow(row: ComparisonRow, side: Side): string {
  const [entry, otherEntry] = side === 'left' ? [row.left, row.right] : [row.right, row.left];
  // A file doesn't distinguish secrets. Its variable is marked like the one on the other side, to avoid a false
  // difference.
  const isSecret = entry?.isSecret ?? otherEntry?.isSecret ?? false;
  const value = formatVisibleValue(row, side) ?? formatMaskedValue(row, side);
  return `${toPlainText(row.key)}=${value}${isSecret ? ' # secret' : ''}`;
}

/**
 * Returns the value in a notation, or `undefined` if it must be masked: the value on either side can't be read, or
 * might be a secret.
 */
function formatVisibleValue({ key, kind, left, right }: ComparisonRow, side: Side): string | undefined {
  const kinds = [left?.isSecret, right?.isSecret];
  if (kind === 'unknown' || kinds.includes(true) || !kinds.includes(false)) return undefined;
  if (looksSecret(key, left?.value) || looksSecret(key, right?.value)) return undefined;
  const value = (side === 'left' ? left : right)?.value;
  return value === undefined ? undefined : formatComparedValue(key, value);
}

/**
 * Formats a value so that different values always look different: in `.env` notation if nothing must be escaped,
 * otherwise as JSON.
 */
function formatComparedValue(key: string, value: string): string {
  const notation = formatAssignment(key, value)?.slice(key.length + 1);
  if (notation !== undefined && toPlainText(notation) === notation && !needsEscape.test(notation))
    return notation;
  return JSON.stringify(value).replace(unprintable, (character) => {
    const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  });
}

/** Returns a placeholder that reveals only whether the values are equal. */
function formatMaskedValue({ kind, left, right }: ComparisonRow, side: Side): string {
  if (kind === 'onlyLeft' || kind === 'onlyRight') return '<only on this side>';
  if (kind === 'unknown') return '<cannot be compared>';
  if (left?.value === right?.value) return '<same value>';
  return side === 'left' ? '<value 1>' : '<value 2>';
}
