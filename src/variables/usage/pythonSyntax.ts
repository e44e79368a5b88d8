/** A word (a name, a keyword, or a number), a string, a sign, or a pair of brackets with its content. */
export type PythonNode = PythonWord | PythonString | PythonSign | PythonGroup;

interface PythonWord {
  readonly kind: 'word';
  readonly text: string;
  readonly offset: number;
}

interface PythonString {
  readonly kind: 'string';
  /** `undefined` for formatted strings, byte strings, and strings with escape sequences. */
  readonly value: string | undefined;
  /** The offset of the content in the file. */
  readonly offset: number;
}

interface PythonSign {
  readonly kind: 'sign';
  readonly text: string;
}

/** A pair of brackets. A field of a formatted string is a group of braces after the string. */
export interface PythonGroup {
  readonly kind: 'group';
  readonly openingBracket: string;
  readonly nodes: PythonNode[];
}

/** A logical line (Python language reference, 2.1.1): a line end in brackets or strings doesn't end it. */
export interface LogicalLine {
  /** The indentation in columns. */
  readonly indent: number;
  readonly nodes: PythonNode[];
}

/** An open bracket, or an open formatted string. */
interface OpenBracket {
  /** The closing bracket or quotation mark. */
  readonly closing: string;
  /** Whether the content is text in which braces open fields. */
  readonly isText: boolean;
  /** The list that nodes are added to. */
  readonly nodes: PythonNode[];
}

/**
 * Maximum depth of nested groups. Deeper brackets aren't nested, because each level is evaluated again by all levels
 * around it.
 */
const maxDepth = 30;

const closingBrackets: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Matches white space or a comment, a line end, the prefix and the quotation mark of a string, a word, or a sign. */
const tokenPattern = new RegExp(
  [
    String.raw`((?:[ \t\f\uFEFF]|\\(?:\r\n|\r|\n))+|#[^\r\n]*)`,
    String.raw`(\r\n|\r|\n)`,
    `([rRbBuUfFtT]{0,2})('''|"""|'|")`,
    String.raw`([\w\u0080-\uFEFE\uFF00-\uFFFF]+)`,
    String.raw`(:=|->|(?:\/\/|>>|<<|\*\*|[-+*\/%&|^@=!<>])=|\*\*|.)`,
  ].join('|'),
  'sy',
);

/**
 * Patterns by quotation mark. Each matches the characters that end a string, and escape sequences, which don't end it.
 */
const stringStops: Readonly<Record<string, RegExp>> = {
  "'": /\\(?:\r\n|[\s\S])|['\r\n]/g,
  '"': /\\(?:\r\n|[\s\S])|["\r\n]/g,
  "'''": /\\[\s\S]|'''/g,
  '"""': /\\[\s\S]|"""/g,
};
const formattedStops: Readonly<Record<string, RegExp>> = {
  "'": /\\(?:N\{[^}]{0,100}\}|\r\n|[^{}])|\{\{|\}\}|['{\r\n]/g,
  '"': /\\(?:N\{[^}]{0,100}\}|\r\n|[^{}])|\{\{|\}\}|["{\r\n]/g,
  "'''": /\\(?:N\{[^}]{0,100}\}|[^{}])|\{\{|\}\}|\{|'''/g,
  '"""': /\\(?:N\{[^}]{0,100}\}|[^{}])|\{\{|\}\}|\{|"""/g,
  // The format of a field.
  '}': /[{}]/g,
};

/**
 * Reads the tokens of a Python file as nested groups in logical lines. Accepts any text. The time grows linearly with
 * the text, unlike with a parser with error recovery, whose time grows with the number of errors.
 */
export function readLogicalLines(text: string): readonly LogicalLine[] {
  const lines: LogicalLine[] = [];
  const openBrackets: OpenBracket[] = [];
  let line: LogicalLine = { indent: 0, nodes: [] };
  let offset = 0;
  while (offset < text.length) {
    const innermost = openBrackets.at(-1);
    if (innermost?.isText) {
      offset = readFormattedText(text, offset, openBrackets, innermost);
      continue;
    }
    tokenPattern.lastIndex = offset;
    const [found = '', blank, newline, prefix = '', quote, word, sign] = tokenPattern.exec(text) ?? [];
    const nodes = innermost?.nodes ?? line.nodes;
    offset += Math.max(1, found.length);
    if (newline !== undefined && !innermost) {
      if (line.nodes.length > 0) lines.push(line);
      line = { indent: 0, nodes: [] };
    } else if (blank !== undefined && !innermost && line.nodes.length === 0 && !blank.startsWith('#')) {
      line = { indent: measureIndent(blank), nodes: line.nodes };
    } else if (quote !== undefined) {
      offset = readString(text, offset, { prefix, quote }, nodes, openBrackets);
    } else if (word !== undefined) {
      nodes.push({ kind: 'word', text: word, offset: offset - word.length });
    } else if (sign !== undefined) {
      readSign(sign, nodes, openBrackets);
    }
  }
  if (line.nodes.length > 0) lines.push(line);
  return lines;
}

function measureIndent(blank: string): number {
  return [...blank].reduce((width, one) => (one === '\t' ? width - (width % 8) + 8 : width + 1), 0);
}

function readSign(sign: string, nodes: PythonNode[], openBrackets: OpenBracket[]): void {
  const innermost = openBrackets.at(-1);
  const closing = closingBrackets[sign];
  if (closing !== undefined) openGroup(sign, closing, nodes, openBrackets);
  else if (innermost?.closing === sign) openBrackets.pop();
  else if (sign.startsWith(':') && innermost?.closing === '}' && openBrackets.at(-2)?.isText === true) {
    openBrackets.push({ closing: '}', isText: true, nodes });
  } else nodes.push({ kind: 'sign', text: sign });
}

function openGroup(
  openingBracket: string,
  closing: string,
  nodes: PythonNode[],
  openBrackets: OpenBracket[],
): void {
  if (openBrackets.length >= maxDepth) {
    openBrackets.push({ closing, isText: false, nodes });
    return;
  }
  const group: PythonGroup = { kind: 'group', openingBracket, nodes: [] };
  nodes.push(group);
  openBrackets.push({ closing, isText: false, nodes: group.nodes });
}

/**
 * Reads a string after its opening quotation mark. For a formatted string with fields, reads nothing:
 * `readFormattedText` reads its text. Returns the offset after the read text.
 */
function readString(
  text: string,
  start: number,
  { prefix, quote }: { readonly prefix: string; readonly quote: string },
  nodes: PythonNode[],
  openBrackets: OpenBracket[],
): number {
  const isFormatted = /[ft]/i.test(prefix);
  const stop = isFormatted ? findStop(text, start, formattedStops[quote]) : undefined;
  if (stop?.text === '{') {
    nodes.push({ kind: 'string', value: undefined, offset: start });
    openBrackets.push({ closing: quote, isText: true, nodes });
    return start;
  }
  const { offset, text: end } = findStop(text, start, stringStops[quote]);
  const value = text.slice(start, offset);
  const isPlain = end === quote && !/[bt]/i.test(prefix) && !/[\\\r\n]/.test(value);
  nodes.push({ kind: 'string', value: isPlain ? value : undefined, offset: start });
  return offset + (end === quote ? quote.length : 0);
}

/** Reads the text of a formatted string up to the next field or the end. Returns the offset after the read text. */
function readFormattedText(
  text: string,
  start: number,
  openBrackets: OpenBracket[],
  { closing, nodes }: OpenBracket,
): number {
  const { offset, text: stop } = findStop(text, start, formattedStops[closing]);
  if (stop === '{') openGroup('{', '}', nodes, openBrackets);
  else openBrackets.pop();
  // The format is the last part of a field, so the end of the format also ends the field.
  if (stop === '}') openBrackets.pop();
  return offset + (stop === '{' || stop === closing ? stop.length : 0);
}

/**
 * Returns the first match that isn't an escape sequence or a doubled brace, or an empty match at the end of the text.
 */
function findStop(
  text: string,
  start: number,
  pattern: RegExp | undefined,
): { readonly offset: number; readonly text: string } {
  if (!pattern) return { offset: text.length, text: '' };
  pattern.lastIndex = start;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [found] = match;
    if (!/^\\|^\{\{|^\}\}/.test(found)) return { offset: match.index, text: found };
  }
  return { offset: text.length, text: '' };
}
