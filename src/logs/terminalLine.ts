import { type AnsiStyle, plainStyle, toSgrCode } from './ansi.ts';

/**
 * Column up to which the cursor can move beyond the end of a line. The limit is needed because writing there fills the
 * line with blanks.
 */
const maxColumns = 200;

/**
 * Maximum length of a line in which characters are inserted or deleted, because shifting the others takes time. No
 * terminal is this wide.
 */
const maxShiftedLength = 1000;

/** Number of columns between two tab stops. */
const tabWidth = 8;

/** Characters that take two columns (UAX #11, wide and fullwidth). */
const wideCharacter =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
const combiningCharacter = /[\p{Mn}\p{Me}\u200b-\u200f]/u;

/** A line of a terminal with its cursor. */
export interface TerminalLine {
  /** An empty cell follows a wide character. */
  cells: string[];
  styles: AnsiStyle[];
  /** The column of the cursor, from 0. */
  column: number;
  /** The cells and styles that the line had before it was erased completely. */
  erased?: Pick<TerminalLine, 'cells' | 'styles'>;
}

export function moveCursor(line: TerminalLine, column: number): void {
  line.column = Math.max(0, Math.min(column, Math.max(line.cells.length, maxColumns)));
}

/** Writes a character at the cursor. A combining character is added to the character before it. */
export function writeCharacter(line: TerminalLine, character: string, style: AnsiStyle): void {
  const { cells, styles } = line;
  const isAscii = character >= ' ' && character <= '~';
  if (!isAscii && combiningCharacter.test(character)) {
    const base = indexBeforeCursor(line);
    if (cells[base] !== undefined) cells[base] += character;
    return;
  }
  while (cells.length < line.column) {
    cells.push(' ');
    styles.push(plainStyle);
  }
  setCell(line, line.column++, character, style);
  if (isAscii || !wideCharacter.test(character)) return;
  setCell(line, line.column, ' ', style);
  cells[line.column++] = '';
}

/** Repeats the character before the cursor, up to the width of a terminal (ECMA-48 REP). */
export function repeatCharacter(line: TerminalLine, count: number, style: AnsiStyle): void {
  const character = line.cells[indexBeforeCursor(line)] ?? '';
  for (let times = 0; times < count && line.column < maxColumns; times++) {
    for (const part of character) writeCharacter(line, part, style);
  }
}

/** Moves the cursor by tab stops. At the end of the line, writes blanks. */
export function moveByTabs(line: TerminalLine, count: number): void {
  const column = (Math.floor(line.column / tabWidth) + count) * tabWidth;
  if (line.column < line.cells.length) moveCursor(line, column);
  else while (line.column < column) writeCharacter(line, ' ', plainStyle);
}

/** Inserts blanks at the cursor (ECMA-48 ICH). */
export function insertBlanks(line: TerminalLine, count: number): void {
  const { cells, styles, column } = line;
  if (column >= cells.length || cells.length > maxShiftedLength) return;
  splitWideCharacter(line, column);
  const blanks = Math.min(count, Math.max(0, maxColumns - cells.length));
  cells.splice(column, 0, ...Array<string>(blanks).fill(' '));
  styles.splice(column, 0, ...Array<AnsiStyle>(blanks).fill(plainStyle));
}

/** Deletes cells at the cursor (ECMA-48 DCH). */
export function deleteCells(line: TerminalLine, count: number): void {
  if (line.column === 0 && count >= line.cells.length) eraseLine(line);
  const { cells, styles, column } = line;
  if (cells.length > maxShiftedLength) return;
  splitWideCharacter(line, column);
  splitWideCharacter(line, column + count);
  cells.splice(column, count);
  styles.splice(column, count);
}

/** Replaces cells at the cursor by blanks (ECMA-48 ECH). */
export function eraseCells(line: TerminalLine, count: number): void {
  const { cells, column } = line;
  // The limit only affects lines that are too long to be progress lines.
  const end = column + Math.min(count, maxColumns);
  if (column === 0 && count >= cells.length) eraseLine(line);
  else if (column + count >= cells.length) eraseEnd(line);
  else for (let index = column; index < end; index++) setCell(line, index, ' ', plainStyle);
}

/** Erases the line from the cursor to its end. */
export function eraseEnd(line: TerminalLine): void {
  splitWideCharacter(line, line.column);
  line.cells.length = Math.min(line.cells.length, line.column);
  line.styles.length = line.cells.length;
}

/** Replaces the line up to the cursor by blanks, up to `maxColumns`. */
export function eraseStart(line: TerminalLine): void {
  const end = Math.min(line.column, maxColumns);
  for (let index = 0; index <= end; index++) setCell(line, index, ' ', plainStyle);
}

export function eraseLine(line: TerminalLine): void {
  const { cells, styles } = line;
  if (hasVisibleCell(cells)) line.erased = { cells, styles };
  line.cells = [];
  line.styles = [];
}

/**
 * Returns the text of the line with codes for its styles, and begins the next line. If the line was erased and is still
 * blank, returns its text before that, so that nothing is lost.
 */
export function takeText(line: TerminalLine): string {
  const { cells, styles } = line.erased && !hasVisibleCell(line.cells) ? line.erased : line;
  let currentStyle = plainStyle;
  const parts = cells.map((cell, index) => {
    const style = styles[index] ?? plainStyle;
    const code = style === currentStyle || arePlain(style, currentStyle) ? '' : toSgrCode(style);
    currentStyle = style;
    return code + cell;
  });
  // Resets the style at the end, because a row can show a single line.
  const end = arePlain(currentStyle) ? '' : toSgrCode(plainStyle);
  line.cells = [];
  line.styles = [];
  line.column = 0;
  delete line.erased;
  return parts.join('') + end;
}

function indexBeforeCursor({ cells, column }: TerminalLine): number {
  return cells[column - 1] === '' ? column - 2 : column - 1;
}

function setCell(line: TerminalLine, column: number, character: string, style: AnsiStyle): void {
  splitWideCharacter(line, column);
  splitWideCharacter(line, column + 1);
  line.cells[column] = character;
  line.styles[column] = style;
}

/**
 * Replaces a wide character by two blanks if its second half is in this column. Must be called before one half is
 * overwritten.
 */
function splitWideCharacter({ cells }: TerminalLine, column: number): void {
  if (cells[column] !== '') return;
  cells[column - 1] = ' ';
  cells[column] = ' ';
}

function hasVisibleCell(cells: readonly string[]): boolean {
  return cells.some((cell) => cell.trim() !== '');
}

function arePlain(...styles: readonly AnsiStyle[]): boolean {
  return styles.every((style) => Object.keys(style).length === 0);
}
