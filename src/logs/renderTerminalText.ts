import { type AnsiStyle, applySgr, type ControlSequence, plainStyle, splitAtCodes } from './ansi.ts';
import {
  deleteCells,
  eraseCells,
  eraseEnd,
  eraseLine,
  eraseStart,
  insertBlanks,
  moveByTabs,
  moveCursor,
  repeatCharacter,
  type TerminalLine,
  takeText,
  writeCharacter,
} from './terminalLine.ts';

/** C0 controls but tab and line feed, DEL, escape codes, and C1 controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/**
 * Returns the text as a terminal displays it in the end, with color codes but no other control codes. Each line is
 * independent: the cursor moves only within it, as for a progress bar, and lines don't overwrite each other. Moving to
 * a row by its number begins a new line, and other vertical movement is ignored. Takes linear time.
 */
export function renderTerminalText(text: string): string {
  const unixText = text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
  if (!controlCharacters.test(unixText)) return unixText;
  const screen = createScreen();
  for (const part of splitAtCodes(unixText)) {
    if (typeof part === 'string') for (const character of part) screen.put(character);
    else screen.control(part);
  }
  return screen.text();
}

interface SavedCursor {
  readonly column: number;
  readonly style: AnsiStyle;
}

function createScreen() {
  const lines: string[] = [];
  const line: TerminalLine = { cells: [], styles: [], column: 0 };
  let style = plainStyle;
  /** The row of the cursor, from 1. */
  let row = 1;
  let saved: SavedCursor = { column: 0, style: plainStyle };
  /** Whether the last operation wrote a character, which is required to repeat it. */
  let isRepeatable = false;

  const beginLine = (): void => {
    lines.push(takeText(line));
    row++;
  };

  const moveToRow = (to: number): void => {
    if (to !== row && line.cells.length > 0) beginLine();
    row = to;
  };

  const save = (): void => {
    saved = { column: line.column, style };
  };

  const restore = (): void => {
    moveCursor(line, saved.column);
    style = saved.style;
  };

  /**
   * Erases a part of the line (ECMA-48 EL and ED): 0 from the cursor on, 1 up to the cursor, other values all of it.
   */
  const erase = (part: number): void => {
    const isAll = part > 1 || (part === 0 ? line.column === 0 : line.column >= line.cells.length - 1);
    if (isAll) eraseLine(line);
    else if (part === 0) eraseEnd(line);
    else eraseStart(line);
  };

  return {
    put(character: string): void {
      isRepeatable = false;
      if (/[\n\v\f]/.test(character)) beginLine();
      else if (character === '\r') moveCursor(line, 0);
      else if (character === '\b') moveCursor(line, line.column - 1);
      else if (character === '\t') moveByTabs(line, 1);
      else if (!controlCharacters.test(character)) {
        writeCharacter(line, character, style);
        isRepeatable = true;
      }
    },
    /**
     * Handles styles, cursor movement, and editing of the line (ECMA-48, section 8.3). Other codes don't change a line.
     */
    control({ name, parameters }: ControlSequence): void {
      const [first = 0, second = 0] = parameters.split(';').map((digits) => Number.parseInt(digits, 10) || 0);
      const count = Math.max(1, first);
      if (name === 'm') style = applySgr(style, parameters);
      else if (name === 'C' || name === 'a') moveCursor(line, line.column + count);
      else if (name === 'D') moveCursor(line, line.column - count);
      else if (name === 'G' || name === '`') moveCursor(line, count - 1);
      else if (name === 'H' || name === 'f') {
        if (first > 0) moveToRow(first);
        moveCursor(line, second - 1);
      } else if (name === 'K' || name === 'J') erase(first);
      else if (name === 'X') eraseCells(line, count);
      else if (name === 'P') deleteCells(line, count);
      else if (name === '@') insertBlanks(line, count);
      else if (name === 'b' && isRepeatable) repeatCharacter(line, count, style);
      else if (name === 's' || name === 'ESC 7') save();
      else if (name === 'u' || name === 'ESC 8') restore();
      else if (name === 'E' || name === 'ESC E') beginLine();
      isRepeatable = false;
    },
    text(): string {
      return [...lines, takeText(line)].join('\n');
    },
  };
}
