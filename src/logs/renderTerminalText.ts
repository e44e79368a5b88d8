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
 * independent: the cursor moves only within the current line, as for a progress bar, so lines don't overwrite each
 * other. Moving to a row by its number begins a new line, and other vertical movement is ignored. Takes linear time.
 */
export function renderTerminalText(text: string): string {
  const unixText = text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
  if (!controlCharacters.test(unixText)) return unixText;
  const screen = new Screen();
  for (const part of splitAtCodes(unixText)) {
    if (typeof part === 'string') for (const character of part) screen.put(character);
    else screen.control(part);
  }
  return screen.text;
}

interface SavedCursor {
  readonly column: number;
  readonly style: AnsiStyle;
}

/** A terminal that shows lines. The cursor can only move within the current line. */
class Screen {
  readonly #lines: string[] = [];
  readonly #line: TerminalLine = { cells: [], styles: [], column: 0 };
  #style = plainStyle;
  /** The row of the cursor, from 1. */
  #row = 1;
  #savedCursor: SavedCursor = { column: 0, style: plainStyle };
  /** Whether the last operation wrote a character, which is required to repeat it. */
  #isRepeatable = false;

  get text(): string {
    return [...this.#lines, takeText(this.#line)].join('\n');
  }

  put(character: string): void {
    const line = this.#line;
    this.#isRepeatable = false;
    if (/[\n\v\f]/.test(character)) this.#beginLine();
    else if (character === '\r') moveCursor(line, 0);
    else if (character === '\b') moveCursor(line, line.column - 1);
    else if (character === '\t') moveByTabs(line, 1);
    else if (!controlCharacters.test(character)) {
      writeCharacter(line, character, this.#style);
      this.#isRepeatable = true;
    }
  }

  /** Handles styles, cursor movement, and editing of the line (ECMA-48, section 8.3). Ignores other codes. */
  control({ name, parameters }: ControlSequence): void {
    const [first = 0, second = 0] = parameters.split(';').map((digits) => Number.parseInt(digits, 10) || 0);
    if (name === 'm') this.#style = applySgr(this.#style, parameters);
    else if (name === 's' || name === 'ESC 7') this.#save();
    else if (name === 'u' || name === 'ESC 8') this.#restore();
    else if (name === 'E' || name === 'ESC E') this.#beginLine();
    else if (name === 'H' || name === 'f') this.#moveTo(first, second);
    else this.#edit(name, first);
    this.#isRepeatable = false;
  }

  /** Moves the cursor within the line, or edits the line. */
  #edit(name: string, parameter: number): void {
    const line = this.#line;
    const count = Math.max(1, parameter);
    switch (name) {
      case 'C':
      case 'a':
        moveCursor(line, line.column + count);
        break;
      case 'D':
        moveCursor(line, line.column - count);
        break;
      case 'G':
      case '`':
        moveCursor(line, count - 1);
        break;
      case 'K':
      case 'J':
        this.#erase(parameter);
        break;
      case 'X':
        eraseCells(line, count);
        break;
      case 'P':
        deleteCells(line, count);
        break;
      case '@':
        insertBlanks(line, count);
        break;
      case 'b':
        if (this.#isRepeatable) repeatCharacter(line, count, this.#style);
        break;
    }
  }

  #beginLine(): void {
    this.#lines.push(takeText(this.#line));
    this.#row++;
  }

  #moveTo(row: number, column: number): void {
    if (row > 0) {
      if (row !== this.#row && this.#line.cells.length > 0) this.#beginLine();
      this.#row = row;
    }
    moveCursor(this.#line, column - 1);
  }

  #save(): void {
    this.#savedCursor = { column: this.#line.column, style: this.#style };
  }

  #restore(): void {
    moveCursor(this.#line, this.#savedCursor.column);
    this.#style = this.#savedCursor.style;
  }

  /** Erases a part of the line (ECMA-48 EL and ED): 0 from the cursor on, 1 up to the cursor, other values all of it. */
  #erase(part: number): void {
    const line = this.#line;
    const isAll = part > 1 || (part === 0 ? line.column === 0 : line.column >= line.cells.length - 1);
    if (isAll) eraseLine(line);
    else if (part === 0) eraseEnd(line);
    else eraseStart(line);
  }
}
