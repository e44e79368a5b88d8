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
  const className = isKey ? 'json-key' : `json-${getJsonKind(outline, token)}`;
  const element = createElement('span', className, {});
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

interface JsonTokenOptions {
  /** Whether the token is the name of a property. */
  readonly isKey?: boolean;
  /** Maximum length in UTF-16 units. The rest is cut off. */
  readonly maxLength?: number;
  readonly highlight?: RegExp | undefined;
  readonly hasLinks?: boolean;
}

/**
 * Creates one line of colored JSON for a value, whose first token is `value`. The line ends after about `maxLength`
 * UTF-16 units.
 */
export function createJsonLine(
  outline: JsonOutline,
  value = 0,
  { maxLength = 500, highlight }: Pick<JsonTokenOptions, 'maxLength' | 'highlight'> = {},
): HTMLElement {
  const line = createElement('span', 'json-line', { dir: 'ltr' });
  const { lastTokens } = outline;
  const last = lastTokens[value] ?? value;
  /** The kinds of the open objects and arrays, with the number of their tokens so far. */
  const parents: { readonly isObject: boolean; tokenCount: number }[] = [];
  let length = 0;
  for (let token = value; token <= last; token++) {
    if (length > maxLength) {
      line.append('…');
      break;
    }
    const text = getJsonToken(outline, token);
    length += Math.min(text.length, maxTokenLength) + 2;
    if (text === '}' || text === ']') {
      parents.pop();
      line.append(text);
      continue;
    }
    const parent = parents.at(-1);
    const isKey = parent?.isObject === true && parent.tokenCount % 2 === 0;
    if (parent && parent.tokenCount > 0) line.append(parent.isObject && !isKey ? ': ' : ', ');
    if (parent) parent.tokenCount++;
    if (text === '{' || text === '[') {
      parents.push({ isObject: text === '{', tokenCount: 0 });
      line.append(text);
    } else line.append(createJsonToken(outline, token, { isKey, maxLength: maxTokenLength, highlight }));
  }
  return line;
}
