import { type JsonOutline, parseJsonOutline } from '../editor/webview/jsonOutline.ts';
import type { LogRow } from './logRow.ts';

/**
 * Maximum length of a cut content that is parsed, in UTF-16 units. It's enough for a row, and completing it takes longer
 * than parsing complete JSON.
 */
const maxCutLength = 1200;

/** Matches a string, a bracket, a comma, a colon, or a number, `true`, `false`, or `null`. */
const tokenPattern = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]|[^\s"[\]{},:]+/g;

/**
 * Returns the tokens of a content that is a JSON object or array, or `undefined` for other texts. Of a content that is
 * cut, returns the tokens of its complete values.
 */
export function parseJsonContent({
  content = '',
  isCut,
}: Pick<LogRow, 'content'> & { readonly isCut?: true }): JsonOutline | undefined {
  const text = content.trim();
  if (!/^[[{]/.test(text)) return undefined;
  if (isCut) return parseJsonOutline(completeJson(text.slice(0, maxCutLength)));
  return /[\]}]$/.test(text) ? parseJsonOutline(text) : undefined;
}

/** Returns the beginning of a JSON text with its objects and arrays closed after the last complete value. */
function completeJson(text: string): string {
  const closings: string[] = [];
  let end = 0;
  let endClosings = '';
  let previous = '';
  let previousEnd = 0;
  for (const { 0: token, index } of text.matchAll(tokenPattern)) {
    // The start of a string that has no end.
    if (text.slice(previousEnd, index).includes('"')) break;
    const isOpening = token === '{' || token === '[';
    const isClosing = token === '}' || token === ']';
    if (isOpening) closings.push(token === '{' ? '}' : ']');
    if (isClosing) closings.pop();
    const isPunctuation = token === ',' || token === ':';
    // The last token might continue beyond the end, such as a number.
    const isWhole = index + token.length < text.length || isOpening || isClosing;
    const isKey = closings.at(-1) === '}' && previous !== ':' && !isOpening && !isClosing;
    if (isWhole && !isPunctuation && !isKey) {
      end = index + token.length;
      endClosings = closings.toReversed().join('');
    }
    previous = token;
    previousEnd = index + token.length;
  }
  return text.slice(0, end) + endClosings;
}
