/** The style of a span of text. Colors are indexes (0–15) of the terminal's palette. */
export interface AnsiStyle {
  readonly foreground?: number;
  readonly background?: number;
  readonly bold?: true;
  readonly dim?: true;
  readonly italic?: true;
  readonly underline?: true;
}

/** A span of text with one style. */
interface AnsiSpan {
  readonly text: string;
  readonly style: AnsiStyle;
}

/** A control sequence, such as `m` (SGR) with its parameters, or another control code (ECMA-48). */
export interface ControlSequence {
  /**
   * The final character of a control sequence, or `ESC ` and the character of an escape sequence without intermediate
   * bytes. Empty for all other codes, such as private sequences.
   */
  readonly name: string;
  /** The digits, semicolons, and colons before the final character. */
  readonly parameters: string;
}

const esc = String.fromCharCode(27);
/**
 * The characters that end a control string without its terminator. They include every character that begins another
 * code, so that a text is read only once.
 */
const terminators = `\\x18\\x1a${esc}\\x80-\\x9f`;

/**
 * Matches the control codes of ECMA-48, each as ESC and a letter or as one C1 control: control sequences (group 1:
 * parameters, group 2: private parameters, group 3: final character), operating system commands such as links, other
 * control strings, escape sequences (group 4: final character), and C1 controls (group 5). An incomplete code also
 * matches. A control string without an end matches only up to the end of its line, so that no other line is lost.
 */
const controlCodes = new RegExp(
  [
    `(?:${esc}\\[|\\x9b)([\\d:;]*)([ -?]*)([@-~]?)`,
    `(?:${esc}\\]|\\x9d)[^\\x07\\n\\r${terminators}]*(?:\\x07|\\x9c|${esc}\\\\)?`,
    `(?:${esc}[PX^_]|[\\x90\\x98\\x9e\\x9f])(?:[^${terminators}]*(?:\\x9c|${esc}\\\\)|[^\\n\\r${terminators}]*)`,
    `${esc}(?:[ -/]+[0-~]?|([0-~]?))`,
    '([\\x80-\\x9f])',
  ].join('|'),
  'g',
);
const hasCodes = new RegExp(`[${esc}\\x80-\\x9f]`);
export const plainStyle: AnsiStyle = {};

/** Returns the text without control codes (ECMA-48). Text that a terminal would overwrite is kept. */
export function stripAnsi(text: string): string {
  return hasCodes.test(text) ? text.replaceAll(controlCodes, '') : text;
}

/** Splits a text at its control codes, and yields the texts between them and the control sequences in their order. */
export function* splitAtCodes(text: string): Generator<string | ControlSequence> {
  let end = 0;
  for (const match of text.matchAll(controlCodes)) {
    if (match.index > end) yield text.slice(end, match.index);
    end = match.index + match[0].length;
    const [, parameters = '', privateParameters = '', name = '', letter, c1] = match;
    const finalCharacter = letter || (c1 && String.fromCharCode(c1.charCodeAt(0) - 0x40));
    if (finalCharacter) yield { name: `ESC ${finalCharacter}`, parameters: '' };
    else yield { name: privateParameters === '' ? name : '', parameters };
  }
  if (end < text.length) yield text.slice(end);
}

/** Splits a text at its color codes (ECMA-48 SGR) and removes all other control codes. */
export function parseAnsi(text: string): readonly AnsiSpan[] {
  const spans: AnsiSpan[] = [];
  let style = plainStyle;
  for (const part of splitAtCodes(text)) {
    if (typeof part === 'string') spans.push({ text: part, style });
    else if (part.name === 'm') style = applySgr(style, part.parameters);
  }
  return spans;
}

/** Returns the style after an SGR sequence. A parameter can have values after colons, as in `38:5:9` and `4:3`. */
export function applySgr(style: AnsiStyle, parameters: string): AnsiStyle {
  const sgrParameters = parameters.split(';');
  let result = style;
  for (let index = 0; index < sgrParameters.length; index++) {
    const [code = 0, ...values] = (sgrParameters[index] ?? '').split(':').map(Number);
    if (code !== 38 && code !== 48 && code !== 58) {
      // `4:0` means no underline.
      result = applySgrCode(result, code === 4 && values[0] === 0 ? 24 : code);
      continue;
    }
    const following = sgrParameters.slice(index + 1, index + 5).map(Number);
    const { color, parameterCount } = parseExtendedColor(values.length > 0 ? values : following);
    // The color of underlines (58) isn't shown.
    if (code !== 58) result = setColor(result, code === 38 ? 'foreground' : 'background', color);
    if (values.length === 0) index += parameterCount;
  }
  return result;
}

/** Returns the SGR sequence that sets exactly this style. */
export function toSgrCode(style: AnsiStyle): string {
  const { foreground, background, bold, dim, italic, underline } = style;
  const codes = [
    0,
    ...(bold ? [1] : []),
    ...(dim ? [2] : []),
    ...(italic ? [3] : []),
    ...(underline ? [4] : []),
    ...(foreground === undefined ? [] : [foreground < 8 ? 30 + foreground : 82 + foreground]),
    ...(background === undefined ? [] : [background < 8 ? 40 + background : 92 + background]),
  ];
  return `${esc}[${codes.join(';')}m`;
}

function applySgrCode(style: AnsiStyle, code: number): AnsiStyle {
  if (code === 0) return plainStyle;
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 3) return { ...style, italic: true };
  if (code === 4 || code === 21) return { ...style, underline: true };
  if (code === 22) return removeStyles(style, 'bold', 'dim');
  if (code === 23) return removeStyles(style, 'italic');
  if (code === 24) return removeStyles(style, 'underline');
  if (code >= 30 && code <= 37) return { ...style, foreground: code - 30 };
  if (code === 39) return removeStyles(style, 'foreground');
  if (code >= 40 && code <= 47) return { ...style, background: code - 40 };
  if (code === 49) return removeStyles(style, 'background');
  if (code >= 90 && code <= 97) return { ...style, foreground: code - 82 };
  if (code >= 100 && code <= 107) return { ...style, background: code - 92 };
  return style;
}

/**
 * Parses `5;n` and `2;r;g;b`. Only the 16 colors of the palette follow the theme. For other colors, `color` is
 * `undefined`.
 */
function parseExtendedColor([kind, color = 0]: readonly number[]): {
  color?: number;
  parameterCount: number;
} {
  if (kind === 2) return { parameterCount: 4 };
  if (kind !== 5) return { parameterCount: 0 };
  return color < 16 ? { color, parameterCount: 2 } : { parameterCount: 2 };
}

function setColor(style: AnsiStyle, ground: 'foreground' | 'background', color?: number): AnsiStyle {
  return color === undefined ? removeStyles(style, ground) : { ...style, [ground]: color };
}

function removeStyles(style: AnsiStyle, ...keys: readonly (keyof AnsiStyle)[]): AnsiStyle {
  const remaining: { -readonly [Key in keyof AnsiStyle]: AnsiStyle[Key] } = { ...style };
  for (const key of keys) delete remaining[key];
  return remaining;
}
