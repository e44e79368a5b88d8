import { type JsonFlaw, type JsonPlace, type Span, scanJson } from './jsonScan.ts';
import type { Translate } from './translate.ts';

/** Finds a value in a text by its path; for one that is not there, what should hold it. */
export type PlaceOf = (path: readonly PropertyKey[]) => JsonPlace;

export type ReadJson =
  | { readonly ok: true; readonly value: unknown; readonly placeOf: PlaceOf }
  /** `reason`: why it is not JSON, in words that follow a place. */
  | ({ readonly ok: false; readonly reason: string } & Span);

/** What a text says as JSON, or the first place where it is none. A byte order mark before it does no harm. */
export function readJson(text: string, t: Translate): ReadJson {
  const bare = text.replace(/^\uFEFF/, ' ').trimEnd();
  const scanned = scanJson(bare);
  if ('flaw' in scanned) {
    const { start, end } = scanned.flaw;
    return { ok: false, start, end, reason: reasonOf(scanned.flaw, bare, t) };
  }
  const placeOf: PlaceOf = (path) => {
    let place = scanned.root;
    for (const part of path) {
      const next = place.parts.get(String(part));
      if (!next) break;
      place = next;
    }
    return place;
  };
  return { ok: true, value: JSON.parse(bare), placeOf };
}

/** Line and column of an offset, as an editor counts them: from 1. */
export function positionAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split(/\r\n?|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** So many characters of what is wrong are said. */
const longestSaid = 30;

function reasonOf({ fault, start, end, opened = 0 }: JsonFlaw, text: string, t: Translate): string {
  const said = shortened(text.slice(start, end));
  const bracket = text.charAt(opened);
  const { line } = positionAt(text, opened);
  switch (fault) {
    case 'empty':
      return t('there is no JSON in it');
    case 'notClosed':
      return t('it ends before the {0} of line {1} is closed', bracket, line);
    case 'closedWrongly':
      return t('the {0} of line {1} must be closed before this {2}', bracket, line, said);
    case 'behindTheEnd':
      return t('nothing may stand behind the end of the JSON');
    case 'comment':
      return t('JSON has no comments');
    case 'oddBlank':
      return t('the invisible character {0} must not stand here', codePoint(text.charCodeAt(start)));
    case 'noName':
      return t('the name of a field must stand here, in double quotes');
    case 'noColon':
      return t('a colon is missing before {0}', said);
    case 'noComma':
      return t('a comma is missing before {0}', said);
    case 'noValue':
      return t('a value is missing before {0}', said);
    case 'lastComma':
      return t('nothing follows this comma: it must go');
    case 'notAValue':
      return t('{0} is no value; a text stands in double quotes', said);
    case 'notANumber':
      return t('{0} is no number as JSON writes it', said);
    case 'openText':
      return t('the double quote that ends this text is missing');
    case 'badEscape':
      return t('{0} means nothing in a text; a backslash is written as {1}', said, '\\\\');
    case 'controlCharacter':
      return t('the control character {0} must be written as an escape', codePoint(text.charCodeAt(start)));
  }
}

/** As words of a message: what cannot be seen is shown as such. */
function shortened(text: string): string {
  const characters = [...text.slice(0, 2 * longestSaid + 2)];
  const shown = characters.slice(0, longestSaid).join('').replace(/\p{C}/gu, '\uFFFD');
  return characters.length > longestSaid ? `${shown}…` : shown;
}

/** `U+00A0` */
function codePoint(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
