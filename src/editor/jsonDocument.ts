import * as l10n from '@vscode/l10n';
import {
  type Node,
  type ParseError,
  type ParseErrorCode,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { omitUndefined } from '../fields.ts';
import { findFirstIndex } from './webview/binarySearch.ts';
import { toVisibleCode } from './webview/visibleText.ts';

/** A range in a text, as offsets in UTF-16 units. `end` is the offset after the range. */
export interface OffsetRange {
  readonly start: number;
  readonly end: number;
}

/** The range of a value, and the range of its property name with the quotation marks. */
interface JsonLocation extends OffsetRange {
  readonly propertyName?: OffsetRange;
}

/** Returns the location of the value at a path, or of the nearest ancestor if there is no value. */
export type LocateJson = (path: readonly PropertyKey[]) => JsonLocation;

type JsonDocument =
  | { readonly ok: true; readonly value: unknown; readonly locate: LocateJson }
  /** The location of the first syntax error, and its description, as a text that follows a location. */
  | ({ readonly ok: false; readonly reason: string } & OffsetRange);

/**
 * Parses JSON, or finds the first syntax error. Ignores a byte order mark. `parse` can replace `JSON.parse`, such as
 * with a parser that keeps all digits of numbers.
 */
export function parseJsonDocument(text: string, parse: (text: string) => unknown = JSON.parse): JsonDocument {
  const trimmed = text.replace(/^\uFEFF/, ' ').trimEnd();
  try {
    const value: unknown = parse(trimmed);
    let root: Node | undefined;
    return {
      ok: true,
      value,
      locate: (path) => {
        root ??= parseTree(trimmed);
        return root ? findLocation(root, path) : { start: 0, end: trimmed.length };
      },
    };
  } catch {
    return { ok: false, ...findSyntaxError(trimmed) };
  }
}

/** Detects the indentation and the line breaks of a JSON document. */
export const detectFormatting = (text: string) => ({
  indent: /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ',
  eol: text.includes('\r\n') ? '\r\n' : '\n',
});

/** Returns the line and the column of an offset. Both start at 1. */
export function getLineAndColumn(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split(/\r\n?|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** Returns a function that converts offsets to zero-based lines and columns. Faster than `positionAt` for several offsets. */
export function createPositionLookup(
  text: string,
): (offset: number) => readonly [line: number, column: number] {
  const lineStarts = [
    0,
    ...[...text.matchAll(/\r\n?|\n/g)].map((lineBreak) => lineBreak.index + lineBreak[0].length),
  ];
  return (offset) => {
    const nextLine = findFirstIndex(lineStarts.length, (index) => (lineStarts[index] ?? 0) > offset);
    const line = Math.max(0, nextLine - 1);
    return [line, offset - (lineStarts[line] ?? 0)];
  };
}

function findLocation(root: Node, path: readonly PropertyKey[]): JsonLocation {
  let node = root;
  for (const part of path) {
    const next = findChild(node, part);
    if (!next) break;
    node = next;
  }
  const name = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
  return { ...toOffsetRange(node), ...omitUndefined({ propertyName: name && toOffsetRange(name) }) };
}

function findChild({ type, children = [] }: Node, part: PropertyKey): Node | undefined {
  if (type === 'array') return children[Number(part)];
  // If a property is repeated, the last value is used, as in `JSON.parse`.
  return children.findLast((field) => field.children?.[0]?.value === part)?.children?.[1];
}

function toOffsetRange({ offset, length }: Pick<Node, 'offset' | 'length'>): OffsetRange {
  return { start: offset, end: offset + length };
}

function findSyntaxError(text: string): OffsetRange & { readonly reason: string } {
  if (text.trim() === '') return { start: 0, end: 0, reason: l10n.t('the document is empty') };
  const [first] = collectParseErrors(text);
  if (!first) return { start: 0, end: 0, reason: l10n.t('invalid JSON') };
  const span = toOffsetRange(first);
  return { ...span, reason: describeParseError(first.error, abbreviate(text.slice(span.start, span.end))) };
}

function collectParseErrors(text: string): readonly ParseError[] {
  const errors: ParseError[] = [];
  try {
    parseTree(text, errors, { disallowComments: true });
  } catch (error) {
    // If the nesting is very deep, the stack overflows.
    if (!(error instanceof RangeError)) throw error;
  }
  return errors;
}

/** Describes a syntax error. `textAtError` is the text at the location of the error. */
function describeParseError(code: ParseErrorCode, textAtError: string): string {
  switch (printParseErrorCode(code)) {
    case 'InvalidSymbol':
      return l10n.t("{0} isn't valid JSON; enclose strings in double quotation marks", textAtError);
    case 'InvalidNumberFormat':
    case 'UnexpectedEndOfNumber':
      return l10n.t("{0} isn't a valid JSON number", textAtError);
    case 'PropertyNameExpected':
      return textAtError === '}'
        ? l10n.t('a field is missing before }, or there is an extra comma')
        : l10n.t('a field name in double quotation marks is missing');
    case 'ValueExpected':
      return textAtError === ']'
        ? l10n.t('a value is missing before ], or there is an extra comma')
        : l10n.t('a value is missing');
    case 'ColonExpected':
      return l10n.t('a colon is missing before {0}', textAtError);
    case 'CommaExpected':
      return l10n.t('a comma is missing before {0}', textAtError);
    case 'CloseBraceExpected':
      return l10n.t('a closing } is missing');
    case 'CloseBracketExpected':
      return l10n.t('a closing ] is missing');
    case 'EndOfFileExpected':
      return l10n.t('unexpected content after the end of the JSON');
    case 'InvalidCommentToken':
    case 'UnexpectedEndOfComment':
      return l10n.t("JSON doesn't support comments");
    case 'UnexpectedEndOfString':
      return l10n.t('the closing quotation mark of a string is missing');
    case 'InvalidUnicode':
    case 'InvalidEscapeCharacter':
      return l10n.t('a string contains an invalid escape sequence; to include a backslash, use {0}', '\\\\');
    case 'InvalidCharacter':
      return l10n.t('a control character in a string must be written as an escape sequence');
    default:
      return l10n.t('invalid JSON');
  }
}

/** The maximum number of quoted characters. */
const maxQuotedLength = 30;

/** Shortens a text for a message. Shows invisible characters as signs. */
function abbreviate(text: string): string {
  const characters = [...text.slice(0, 2 * maxQuotedLength + 2)];
  const excerpt = toVisibleCode(characters.slice(0, maxQuotedLength).join(''));
  return characters.length > maxQuotedLength ? `${excerpt}…` : excerpt;
}
