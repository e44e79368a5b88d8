import { type FoundKey, isVariableKey } from './foundKey.ts';

/** A string or a comment, ended or not, a name, or one other character: something matches everywhere. */
const tokenPattern = new RegExp(
  [
    ...["'", '"', '`'].map((quote) => String.raw`${quote}[^${quote}\\]*(?:\\.[^${quote}\\]*)*${quote}?`),
    String.raw`//[^\r\n]*`,
    String.raw`/\*.*?(?:\*/|$)`,
    String.raw`[\w$\u0080-\uffff]+`,
    '.',
  ].join('|'),
  'gs',
);

const opening = '({[';
const closing = ')}]';

/**
 * The keys that a pattern takes out of what begins at `end`, such as `{ A, B: b, C = 'x' } = `. Nothing before `floor`
 * is looked at.
 */
export function findDestructuredKeys(text: string, floor: number, end: number): readonly FoundKey[] {
  const start = findPatternStart(text, floor, end);
  return start === undefined ? [] : [...keysInEntries(text, start + 1, end)];
}

/** Where the `{` is of a pattern that is assigned what begins at `end`. */
function findPatternStart(text: string, floor: number, end: number): number | undefined {
  let at = skipBlanksBackward(text, floor, end);
  if (text[at - 1] === '(') at = skipBlanksBackward(text, floor, at - 1);
  if (text[at - 1] !== '=') return undefined;
  at = skipBlanksBackward(text, floor, at - 1);
  // A type may stand between: `{ A }: NodeJS.ProcessEnv = `, `{ A }: { A?: string } = `.
  const type = /:[\w.<>,\s|&[\]]*$/.exec(text.slice(Math.max(floor, at - 200), at));
  if (type) return findGroupStart(text, floor, skipBlanksBackward(text, floor, at - type[0].length));
  const group = findGroupStart(text, floor, at);
  if (group === undefined) return undefined;
  const before = skipBlanksBackward(text, floor, group);
  if (text[before - 1] !== ':') return group;
  return findGroupStart(text, floor, skipBlanksBackward(text, floor, before - 1)) ?? group;
}

function skipBlanksBackward(text: string, floor: number, end: number): number {
  let at = end;
  while (at > floor && /\s/.test(text[at - 1] ?? '')) at--;
  return at;
}

/** The `{` that the `}` before `end` closes. */
function findGroupStart(text: string, floor: number, end: number): number | undefined {
  if (end <= floor || text[end - 1] !== '}') return undefined;
  let depth = 0;
  for (let at = end - 1; at >= floor; at--) {
    if (text[at] === '}') depth++;
    else if (text[at] === '{' && --depth === 0) return at;
  }
  return undefined;
}

/** The names at the beginning of each entry, up to the `}` that ends the pattern. */
function* keysInEntries(text: string, start: number, end: number): Generator<FoundKey> {
  let depth = 0;
  let previous = ',';
  for (const { 0: part, index } of text.slice(start, end).matchAll(tokenPattern)) {
    if (/^\s$|^\/[/*]/.test(part)) continue;
    // What follows the name of an entry is a local name or a default.
    if (depth === 0 && previous === ',') {
      const key = part.replace(/^(['"])(.*)\1$/, '$2');
      if (isVariableKey(key)) yield { key, offset: start + index };
    }
    if (opening.includes(part)) depth++;
    else if (closing.includes(part) && --depth < 0) return;
    previous = part;
  }
}
