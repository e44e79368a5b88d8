import { createElement } from './dom.ts';
import { findJsonLinks } from './jsonLinks.ts';
import { getJsonKind, getJsonToken, type JsonOutline } from './jsonOutline.ts';
import { createLinkElement } from './links.ts';
import { createMarkedText } from './markedText.ts';

/** Maximum length of a string or number on one line, in UTF-16 units. */
const maxTokenLength = 200;

/**
 * Creates a colored element for a token that isn't a bracket. Matches of `highlight` are highlighted. With `hasLinks`, URLs
 * are links.
 */
export function createJsonToken(
  outline: JsonOutline,
  token: number,
  { isKey = false, maxLength = Number.POSITIVE_INFINITY, highlight, hasLinks = false }: JsonTokenOptions = {},
): HTMLElement {
  const text = getJsonToken(outline, token);
  const element = createElement('span', getTokenClass(outline, token, isKey), {});
  let end = 0;
  for (const link of hasLinks ? findJsonLinks(text) : []) {
    // A URL that is cut off would be another one.
    if (link.end > maxLength) break;
    const anchor = createLinkElement(link.url, createMarkedText(text.slice(link.start, link.end), highlight));
    // The row of the tree has the focus, and opens the link with Enter.
    anchor.tabIndex = -1;
    element.append(...createMarkedText(text.slice(end, link.start), highlight), anchor);
    end = link.end;
  }
  const rest = text.length > maxLength ? `${text.slice(end, maxLength)}…` : text.slice(end);
  element.append(...createMarkedText(rest, highlight));
  return element;
}

function getTokenClass(outline: JsonOutline, token: number, isKey: boolean): string {
  return isKey ? 'json-key' : `json-${getJsonKind(outline, token)}`;
}

interface JsonTokenOptions {
  /** Whether the token is the name of a property. */
  readonly isKey?: boolean;
  /** Maximum length in UTF-16 units. The rest is cut off. */
  readonly maxLength?: number;
  readonly highlight?: RegExp | undefined;
  readonly hasLinks?: boolean;
}

/** Maximum length of the source after the end of a line in which a match can end, in UTF-16 units. */
const maxMatchRest = 10_000;

/** A range of the source, as a line shows it. */
interface LinePart {
  readonly from: number;
  readonly until: number;
  readonly className: string;
  /** The text that replaces white space. */
  readonly separator?: string;
  /** Whether the rest of the token is cut off. */
  readonly isCut?: boolean;
}

/**
 * Creates one line of colored JSON for a value, whose first token is `value`. The line ends after about `maxLength`
 * UTF-16 units. Matches of `highlight` in the source are highlighted, even if they span several tokens.
 */
export function createJsonLine(
  outline: JsonOutline,
  value = 0,
  { maxLength = 500, highlight }: Pick<JsonTokenOptions, 'maxLength' | 'highlight'> = {},
): HTMLElement {
  const { source, lastTokens } = outline;
  const parts = createLineParts(outline, value, maxLength);
  const start = parts[0]?.from ?? 0;
  const end = parts.at(-1)?.until ?? 0;
  const matches = [...(highlight ? source.slice(start, end + maxMatchRest).matchAll(highlight) : [])].map(
    ({ 0: { length }, index }) => ({ from: start + index, until: start + index + length }),
  );
  const line = createElement('span', 'json-line', { dir: 'ltr' });
  let markedMatch: (typeof matches)[number] | undefined;
  let parent = line;
  for (const part of parts.flatMap((part) => splitLinePart(part, matches))) {
    const match = matches.find(({ from, until }) => from < part.until && until > part.from);
    if (match !== markedMatch) {
      parent = match ? createElement('mark', '') : line;
      if (match) line.append(parent);
      markedMatch = match;
    }
    const texts = createMarkedText(part.separator ?? source.slice(part.from, part.until));
    parent.append(...(part.className === '' ? texts : [createElement('span', part.className, {}, ...texts)]));
    if (part.isCut) parent.append('…');
  }
  if (end < (outline.ends[lastTokens[value] ?? value] ?? 0) && !parts.at(-1)?.isCut) line.append('…');
  return line;
}

/** Splits a part at the ends of matches. */
function splitLinePart(
  part: LinePart,
  matches: readonly { readonly from: number; readonly until: number }[],
): readonly LinePart[] {
  if (part.separator !== undefined) return [part];
  const { isCut = false, ...rest } = part;
  const cuts = matches
    .flatMap(({ from, until }) => [from, until])
    .filter((position) => position > part.from && position < part.until);
  const pieces = [part.from, ...cuts].map((from, index) => ({
    ...rest,
    from,
    until: cuts[index] ?? part.until,
  }));
  return pieces.map((piece, index) => (index === cuts.length ? { ...piece, isCut } : piece));
}

function createLineParts(outline: JsonOutline, value: number, maxLength: number): readonly LinePart[] {
  const { starts, ends, lastTokens } = outline;
  const last = lastTokens[value] ?? value;
  const parts: LinePart[] = [];
  /** The kinds of the open objects and arrays, with the number of their tokens so far. */
  const parents: { readonly isObject: boolean; tokenCount: number }[] = [];
  let length = 0;
  for (let token = value; token <= last && length <= maxLength; token++) {
    const text = getJsonToken(outline, token);
    const [from, until] = [starts[token] ?? 0, ends[token] ?? 0];
    length += Math.min(text.length, maxTokenLength) + 2;
    if (text === '}' || text === ']') {
      parents.pop();
      parts.push({ from, until, className: '' });
      continue;
    }
    const parent = parents.at(-1);
    const isKey = parent?.isObject === true && parent.tokenCount % 2 === 0;
    if (parent && parent.tokenCount > 0) {
      const separator = parent.isObject && !isKey ? ': ' : ', ';
      parts.push({ from: ends[token - 1] ?? 0, until: from, className: '', separator });
    }
    if (parent) parent.tokenCount++;
    const isOpening = text === '{' || text === '[';
    if (isOpening) parents.push({ isObject: text === '{', tokenCount: 0 });
    parts.push({
      from,
      until: Math.min(until, from + maxTokenLength),
      className: isOpening ? '' : getTokenClass(outline, token, isKey),
      isCut: text.length > maxTokenLength,
    });
  }
  return parts;
}
