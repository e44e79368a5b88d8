import { createElement } from './dom.ts';
import { getJsonKind, getJsonToken, type JsonOutline } from './jsonOutline.ts';
import { createMarkedText } from './markedText.ts';

/** Maximum length of a string or number on one line, in UTF-16 units. */
const maxTokenLength = 200;

/** Creates a colored element for a token that isn't a bracket. Matches of `highlight` are highlighted. */
export function createJsonToken(
  outline: JsonOutline,
  token: number,
  { isKey = false, maxLength = Number.POSITIVE_INFINITY, highlight }: JsonTokenOptions = {},
): HTMLElement {
  const text = getJsonToken(outline, token);
  const shownText = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  const className = isKey ? 'json-key' : `json-${getJsonKind(outline, token)}`;
  return createElement('span', className, {}, ...createMarkedText(shownText, highlight));
}

interface JsonTokenOptions {
  /** Whether the token is the name of a property. */
  readonly isKey?: boolean;
  /** Maximum length in UTF-16 units. The rest is cut off. */
  readonly maxLength?: number;
  readonly highlight?: RegExp | undefined;
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
