import * as l10n from '@vscode/l10n';
import {
  type Node,
  type ParseError,
  type ParseErrorCode,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { omitUndefined } from '../fields.ts';
import { visibleCode } from './webview/visibleText.ts';

/** A part of a text: offsets in UTF-16 units, the end not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where a value stands; `name`: the name of the field whose value it is, with its quotes. */
interface JsonPlace extends Span {
  readonly name?: Span;
}

/** Finds a value in a text by its path; for one that isn't there, what should hold it. */
export type PlaceOf = (path: readonly PropertyKey[]) => JsonPlace;

type ReadJson =
  | { readonly ok: true; readonly value: unknown; readonly placeOf: PlaceOf }
  /** `reason`: why it isn't JSON, in words that follow a place. */
  | ({ readonly ok: false; readonly reason: string } & Span);

/**
 * What a text says as JSON, or the first place where it is none. A byte order mark before it does no harm. `parse`: another
 * parser, such as one that keeps all digits of numbers.
 */
export function readJson(text: string, parse: (text: string) => unknown = JSON.parse): ReadJson {
  const bare = text.replace(/^\uFEFF/, ' ').trimEnd();
  try {
    const value: unknown = parse(bare);
    let root: Node | undefined;
    return {
      ...{ ok: true, value },
      placeOf: (path) => {
        root ??= parseTree(bare);
        return root ? placeIn(root, path) : { start: 0, end: bare.length };
      },
    };
  } catch {
    return { ok: false, ...issueOf(bare) };
  }
}

/** Line and column of an offset, as an editor counts them: from 1. */
export function positionAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split(/\r\n?|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

function placeIn(root: Node, path: readonly PropertyKey[]): JsonPlace {
  let node = root;
  for (const part of path) {
    const next = partOf(node, part);
    if (!next) break;
    node = next;
  }
  const name = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
  return { ...spanOf(node), ...omitUndefined({ name: name && spanOf(name) }) };
}

function partOf({ type, children = [] }: Node, part: PropertyKey): Node | undefined {
  if (type === 'array') return children[Number(part)];
  // Of two fields of one name the last counts.
  return children.findLast((field) => field.children?.[0]?.value === part)?.children?.[1];
}

function spanOf({ offset, length }: Pick<Node, 'offset' | 'length'>): Span {
  return { start: offset, end: offset + length };
}

function issueOf(text: string): Span & { readonly reason: string } {
  if (text.trim() === '') return { start: 0, end: 0, reason: l10n.t('the document is empty') };
  const [first] = errorsOf(text);
  if (!first) return { start: 0, end: 0, reason: l10n.t('invalid JSON') };
  const span = spanOf(first);
  return { ...span, reason: reasonOf(first.error, shortened(text.slice(span.start, span.end))) };
}

function errorsOf(text: string): readonly ParseError[] {
  const errors: ParseError[] = [];
  try {
    parseTree(text, errors, { disallowComments: true });
  } catch (error) {
    // So many brackets within each other that the stack is too small.
    if (!(error instanceof RangeError)) throw error;
  }
  return errors;
}

/** `said`: what stands there. */
function reasonOf(code: ParseErrorCode, said: string): string {
  switch (printParseErrorCode(code)) {
    case 'InvalidSymbol':
      return l10n.t("{0} isn't valid JSON; enclose strings in double quotation marks", said);
    case 'InvalidNumberFormat':
    case 'UnexpectedEndOfNumber':
      return l10n.t("{0} isn't a valid JSON number", said);
    case 'PropertyNameExpected':
      return said === '}'
        ? l10n.t('a field is missing before }, or there is an extra comma')
        : l10n.t('a field name in double quotation marks is missing');
    case 'ValueExpected':
      return said === ']'
        ? l10n.t('a value is missing before ], or there is an extra comma')
        : l10n.t('a value is missing');
    case 'ColonExpected':
      return l10n.t('a colon is missing before {0}', said);
    case 'CommaExpected':
      return l10n.t('a comma is missing before {0}', said);
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

/** So many characters of what is wrong are said. */
const longestSaid = 30;

/** As words of a message: what can't be seen is shown as such. */
function shortened(text: string): string {
  const characters = [...text.slice(0, 2 * longestSaid + 2)];
  const shown = visibleCode(characters.slice(0, longestSaid).join(''));
  return characters.length > longestSaid ? `${shown}…` : shown;
}
