import { findLinks, type LinkSpan } from './links.ts';
import { splitVisible } from './visibleText.ts';

/** A link in the source of a JSON string. `url` has no escape sequences. */
interface JsonLink extends LinkSpan {
  readonly url: string;
}

/** Maximum length of a string in which links are found, in UTF-16 units. */
const maxLength = 200_000;

/**
 * Finds URLs in the source of a JSON string. Its escape sequences, such as `\\/` and `\\u0026`, are a part of a URL if their
 * characters are. A URL with invisible characters is no link.
 */
export function findJsonLinks(source: string): readonly JsonLink[] {
  if (source.length > maxLength || !/https?:/i.test(source)) return [];
  let text = '';
  /** The offset in the source of each UTF-16 unit of the text. */
  const offsets: number[] = [];
  for (const { 0: part, index } of source.matchAll(/\\u[\da-f]{4}|\\.|[^\\]/gis)) {
    text += part.length === 1 ? part : String(JSON.parse(`"${part}"`));
    offsets.push(index);
  }
  return findLinks(text).flatMap(({ start, end }) => {
    const url = text.slice(start, end);
    if (splitVisible(url).length > 1) return [];
    return [{ start: offsets[start] ?? 0, end: offsets[end] ?? source.length, url }];
  });
}
