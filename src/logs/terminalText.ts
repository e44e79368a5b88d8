import { type AnsiStyle, codeOf, plainStyle, restyle, splitAtCodes } from './ansi.ts';

/** Column up to which the cursor can be moved beyond the end of a line: each one may cost a blank. */
const mostColumns = 200;

/** Characters between two tab stops. */
const tabWidth = 8;

/** C0 controls but tab and line feed, DEL, escape codes, and C1 controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/** Characters that take two columns (UAX #11, wide and fullwidth), and those that take none. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
const combining = /[\p{Mn}\p{Me}\u200b-\u200f]/u;

/**
 * Returns the lines as a terminal shows them in the end, with line feeds between. Codes for colors remain, and no others.
 * Each line is on its own: the cursor moves only within it, as for the progress of a download. Vertical movement is
 * ignored, so that no line overwrites another one. Takes time that grows with the text alone.
 */
export function terminalText(text: string): string {
  const unixText = text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
  if (!controls.test(unixText)) return unixText;
  const lines: string[] = [];
  const line = createLine();
  let style = plainStyle;
  for (const part of splitAtCodes(unixText)) {
    if (typeof part !== 'string') {
      if (part.name === 'm') style = restyle(style, part.parameters);
      else line.control(part.name, part.parameters);
      continue;
    }
    for (const character of part) {
      if (/[\n\v\f]/.test(character)) lines.push(line.take());
      else line.put(character, style);
    }
  }
  lines.push(line.take());
  return lines.join('\n');
}

/** The cells of a line: a wide character is followed by an empty one. */
function createLine() {
  let cells: string[] = [];
  let styles: AnsiStyle[] = [];
  let column = 0;
  /** The line as it was when it was erased as a whole. */
  let erased: { readonly cells: string[]; readonly styles: AnsiStyle[] } | undefined;

  const set = (at: number, character: string, style: AnsiStyle): void => {
    // Half of a wide character is none.
    if (cells[at] === '') cells[at - 1] = ' ';
    if (cells[at + 1] === '') cells[at + 1] = ' ';
    cells[at] = character;
    styles[at] = style;
  };

  const moveTo = (to: number): void => {
    column = Math.max(0, Math.min(to, Math.max(cells.length, mostColumns)));
  };

  const write = (character: string, style: AnsiStyle): void => {
    const isAscii = character >= ' ' && character <= '~';
    if (!isAscii && combining.test(character)) {
      const base = cells[column - 1] === '' ? column - 2 : column - 1;
      if (cells[base] !== undefined) cells[base] += character;
      return;
    }
    while (cells.length < column) {
      cells.push(' ');
      styles.push(plainStyle);
    }
    set(column, character, style);
    column++;
    if (isAscii || !wide.test(character)) return;
    set(column, ' ', style);
    cells[column] = '';
    column++;
  };

  /** At the end of the line, a tab is blanks. Elsewhere it only moves. */
  const tab = (): void => {
    const to = column + tabWidth - (column % tabWidth);
    if (column < cells.length) moveTo(to);
    else while (column < to) write(' ', plainStyle);
  };

  const eraseAll = (): void => {
    if (isSeen(cells)) erased = { cells, styles };
    [cells, styles] = [[], []];
  };

  const eraseFrom = (at: number): void => {
    if (cells[at] === '') cells[at - 1] = ' ';
    cells.length = Math.min(cells.length, at);
    styles.length = cells.length;
  };

  /** Nothing is written so far out that this matters: such a line has no progress. */
  const eraseUpTo = (at: number): void => {
    for (let index = 0; index <= Math.min(at, mostColumns); index++) set(index, ' ', plainStyle);
  };

  return {
    put(character: string, style: AnsiStyle): void {
      if (character === '\r') column = 0;
      else if (character === '\b') column = Math.max(0, column - 1);
      else if (character === '\t') tab();
      else if (!controls.test(character)) write(character, style);
    },
    /** Cursor movement and erasing (ECMA-48 8.3): all else doesn't change a line. */
    control(name: string, parameters: string): void {
      const count = Number.parseInt(parameters, 10) || 0;
      const steps = Math.max(1, count);
      if (name === 'C' || name === 'a') moveTo(column + steps);
      else if (name === 'D') moveTo(column - steps);
      else if (name === 'G' || name === '`') moveTo(steps - 1);
      else if (name === 'K' || name === 'J') {
        const isAll = count > 1 || (count === 0 ? column === 0 : column >= cells.length - 1);
        if (isAll) eraseAll();
        else if (count === 0) eraseFrom(column);
        else eraseUpTo(column);
      }
    },
    /** Returns the line, and begins the next one. A line that was erased and is still blank is as it was, so that nothing is lost. */
    take(): string {
      if (erased && !isSeen(cells)) ({ cells, styles } = erased);
      let last = plainStyle;
      const parts = cells.map((cell, index) => {
        const style = styles[index] ?? plainStyle;
        const code = style === last || arePlain(style, last) ? '' : codeOf(style);
        last = style;
        return code + cell;
      });
      // Each line stands alone, as when a row shows only one of several.
      const end = arePlain(last) ? '' : codeOf(plainStyle);
      [cells, styles, column, erased] = [[], [], 0, undefined];
      return parts.join('') + end;
    },
  };
}

function isSeen(cells: readonly string[]): boolean {
  return cells.some((cell) => cell.trim() !== '');
}

function arePlain(...styles: readonly AnsiStyle[]): boolean {
  return styles.every((style) => Object.keys(style).length === 0);
}
