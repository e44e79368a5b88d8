/** How a piece of text was coloured by its escape codes. Colours are 0–15 of the terminal's palette. */
export interface AnsiStyle {
  readonly foreground?: number;
  readonly background?: number;
  readonly bold?: true;
  readonly dim?: true;
  readonly italic?: true;
  readonly underline?: true;
}

/** A piece of text in one style. */
interface AnsiSpan {
  readonly text: string;
  readonly style: AnsiStyle;
}

const esc = String.fromCharCode(27);
const bell = String.fromCharCode(7);
/** CSI sequences (group 1: parameters and final letter), OSC sequences, and two-character escapes. */
const codes = new RegExp(
  `${esc}\\[([0-9:;<=>?]*[ -/]*[@-~])|${esc}\\][^${bell}${esc}]*(?:${bell}|${esc}\\\\)?|${esc}[ -~]?`,
  'g',
);
const plain: AnsiStyle = {};

/** The text without its escape codes (ECMA-48). */
export function stripAnsi(text: string): string {
  return text.includes(esc) ? text.replaceAll(codes, '') : text;
}

/** Splits a text at its colour codes (ECMA-48 SGR); all other codes are dropped. */
export function parseAnsi(text: string): readonly AnsiSpan[] {
  if (!text.includes(esc)) return text === '' ? [] : [{ text, style: plain }];
  const spans: AnsiSpan[] = [];
  let style = plain;
  let end = 0;
  for (const match of text.matchAll(codes)) {
    if (match.index > end) spans.push({ text: text.slice(end, match.index), style });
    end = match.index + match[0].length;
    const control = match[1];
    if (control?.endsWith('m')) style = restyle(style, control.slice(0, -1));
  }
  if (end < text.length) spans.push({ text: text.slice(end), style });
  return spans;
}

function restyle(style: AnsiStyle, parameters: string): AnsiStyle {
  const numbers = parameters.split(/[;:]/).map(Number);
  let result = style;
  for (let index = 0; index < numbers.length; index++) {
    const code = numbers[index] ?? 0;
    if (code === 38 || code === 48) {
      const { color, used } = extendedColor(numbers, index + 1);
      result = withColor(result, code === 38 ? 'foreground' : 'background', color);
      index += used;
    } else {
      result = apply(result, code);
    }
  }
  return result;
}

function apply(style: AnsiStyle, code: number): AnsiStyle {
  if (code === 0) return plain;
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 3) return { ...style, italic: true };
  if (code === 4) return { ...style, underline: true };
  if (code === 22) return without(style, 'bold', 'dim');
  if (code === 23) return without(style, 'italic');
  if (code === 24) return without(style, 'underline');
  if (code >= 30 && code <= 37) return { ...style, foreground: code - 30 };
  if (code === 39) return without(style, 'foreground');
  if (code >= 40 && code <= 47) return { ...style, background: code - 40 };
  if (code === 49) return without(style, 'background');
  if (code >= 90 && code <= 97) return { ...style, foreground: code - 82 };
  if (code >= 100 && code <= 107) return { ...style, background: code - 92 };
  return style;
}

/** `5;n` and `2;r;g;b`. Only the palette's 16 colours follow the theme; others are left in the text's own colour. */
function extendedColor(numbers: readonly number[], at: number): { color?: number; used: number } {
  if (numbers[at] === 2) return { used: 4 };
  if (numbers[at] !== 5) return { used: 0 };
  const color = numbers[at + 1] ?? 0;
  return color < 16 ? { color, used: 2 } : { used: 2 };
}

function withColor(style: AnsiStyle, ground: 'foreground' | 'background', color?: number): AnsiStyle {
  return color === undefined ? without(style, ground) : { ...style, [ground]: color };
}

function without(style: AnsiStyle, ...keys: readonly (keyof AnsiStyle)[]): AnsiStyle {
  const rest: { -readonly [Key in keyof AnsiStyle]: AnsiStyle[Key] } = { ...style };
  for (const key of keys) delete rest[key];
  return rest;
}
