import { type FoundKey, isVariableKey } from './foundKey.ts';

/**
 * Matches a closed or unclosed string or comment, a name, or any other character, so there is a match at every offset.
 */
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
 * Finds the keys of a destructuring pattern such as `{ A, B: b, C = 'x' } = ` whose value starts at `end`. Doesn't read
 * the text before `minimum`.
 */
export function findDestructuredKeys(text: string, minimum: number, end: number): readonly FoundKey[] {
  const start = findPatternStart(text, minimum, end);
  return start === undefined ? [] : [...findKeysInEntries(text, start + 1, end)];
}

/** Returns the offset of the `{` of a pattern whose value starts at `end`. */
function findPatternStart(text: string, minimum: number, end: number): number | undefined {
  let offset = skipBlanksBackward(text, minimum, end);
  if (text[offset - 1] === '(') offset = skipBlanksBackward(text, minimum, offset - 1);
  if (text[offset - 1] !== '=') return undefined;
  offset = skipBlanksBackward(text, minimum, offset - 1);
  // A type can follow the pattern: `{ A }: NodeJS.ProcessEnv = `, `{ A }: { A?: string } = `.
  const type = /:[\w.<>,\s|&[\]]*$/.exec(text.slice(Math.max(minimum, offset - 200), offset));
  if (type) return findGroupStart(text, minimum, skipBlanksBackward(text, minimum, offset - type[0].length));
  const group = findGroupStart(text, minimum, offset);
  if (group === undefined) return undefined;
  const before = skipBlanksBackward(text, minimum, group);
  if (text[before - 1] !== ':') return group;
  return findGroupStart(text, minimum, skipBlanksBackward(text, minimum, before - 1)) ?? group;
}

function skipBlanksBackward(text: string, minimum: number, end: number): number {
  let offset = end;
  while (offset > minimum && /\s/.test(text[offset - 1] ?? '')) offset--;
  return offset;
}

/** Returns the offset of the `{` that matches the `}` before `end`. */
function findGroupStart(text: string, minimum: number, end: number): number | undefined {
  if (end <= minimum || text[end - 1] !== '}') return undefined;
  let depth = 0;
  for (let offset = end - 1; offset >= minimum; offset--) {
    if (text[offset] === '}') depth++;
    else if (text[offset] === '{' && --depth === 0) return offset;
  }
  return undefined;
}

/** Finds the name at the start of each entry, up to the `}` of the pattern. */
function* findKeysInEntries(text: string, start: number, end: number): Generator<FoundKey> {
  let depth = 0;
  let previous = ',';
  for (const { 0: part, index } of text.slice(start, end).matchAll(tokenPattern)) {
    if (/^\s$|^\/[/*]/.test(part)) continue;
    // The rest of an entry is a local name or a default value.
    if (depth === 0 && previous === ',') {
      const key = part.replace(/^(['"])(.*)\1$/, '$2');
      if (isVariableKey(key)) yield { key, offset: start + index };
    }
    if (opening.includes(part)) depth++;
    else if (closing.includes(part) && --depth < 0) return;
    previous = part;
  }
}
