import { type JsonValue, tryParseJson } from '../schema/json.ts';
import { type ValuePath, encodePointer } from '../schema/pointer.ts';
import { findRoundedNumbers } from '../schema/roundedNumbers.ts';
import type { FormTexts } from './formTexts.ts';

/** What is known of a place in a form besides its value. */
export interface FieldDraft {
  /** What is typed as a number, while it is no number yet or another text for it. */
  readonly number?: string;
  /** What is typed as JSON. */
  readonly json?: string;
  /** Which variant of a union a person chose. */
  readonly variant?: number;
  /** What was there before it was left out, or before another variant was chosen: JSON. */
  readonly previousValue?: string;
  /** Whether a text has several lines, though it has no line break now. */
  readonly isMultiline?: boolean;
  /** The name of a property that is to be added. */
  readonly name?: string;
}

/** Drafts by the JSON pointers of their places. */
export type FieldDrafts = Readonly<Record<string, FieldDraft>>;

export interface ValueIssue {
  readonly path: ValuePath;
  readonly message: string;
}

export function getDraft(drafts: FieldDrafts, path: ValuePath): FieldDraft {
  const pointer = encodePointer(path);
  return (Object.hasOwn(drafts, pointer) ? drafts[pointer] : undefined) ?? {};
}

/** With a draft, or without one if there is nothing to it. */
export function withDraft(drafts: FieldDrafts, path: ValuePath, draft: FieldDraft | undefined): FieldDrafts {
  const pointer = encodePointer(path);
  const others = Object.entries(drafts).filter(([other]) => other !== pointer);
  const isEmpty = Object.values(draft ?? {}).every((one) => one === undefined);
  return Object.fromEntries(isEmpty || !draft ? others : [...others, [pointer, draft]]);
}

/** Without those at a path and below it. */
export function withoutDrafts(drafts: FieldDrafts, path: ValuePath): FieldDrafts {
  const pointer = encodePointer(path);
  return Object.fromEntries(
    Object.entries(drafts).filter(([other]) => other !== pointer && !other.startsWith(`${pointer}/`)),
  );
}

/** Drafts follow their items to other places; those of items that go, go. */
export function moveItemDrafts(
  drafts: FieldDrafts,
  path: ValuePath,
  newIndexOf: (index: number) => number | undefined,
): FieldDrafts {
  const start = `${encodePointer(path)}/`;
  const moved: [string, FieldDraft][] = [];
  for (const [pointer, draft] of Object.entries(drafts)) {
    const [index = '', ...rest] = pointer.startsWith(start) ? pointer.slice(start.length).split('/') : [];
    if (index === '') moved.push([pointer, draft]);
    else {
      const place = newIndexOf(Number(index));
      if (place !== undefined) moved.push([start + [place, ...rest].join('/'), draft]);
    }
  }
  return Object.fromEntries(moved);
}

/** Where the items are after one was moved. */
export function indexAfterMove(from: number, to: number): (index: number) => number {
  return (index) => {
    if (index === from) return to;
    if (from < index && index <= to) return index - 1;
    return to <= index && index < from ? index + 1 : index;
  };
}

/** Where the items are after one was removed. */
export function indexAfterRemoval(removed: number): (index: number) => number | undefined {
  return (index) => (index === removed ? undefined : index > removed ? index - 1 : index);
}

type NumberInput = { readonly value: number } | { readonly issue: 'noNumber' | 'largeNumber' };

/** The number that a text says. It may have more digits than are kept, see `changedNumber`. */
export function parseNumberInput(text: string): NumberInput {
  const said = text.trim();
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(said)) return { issue: 'noNumber' };
  const value = Number(said);
  return Number.isFinite(value) ? { value: value + 0 } : { issue: 'largeNumber' };
}

type JsonInput = { readonly value: JsonValue } | { readonly issue: 'noJson' | 'largeNumber' };

/** What a text says as JSON. A number that is too large would be sent as `null`. */
export function parseJsonInput(text: string): JsonInput {
  const value = tryParseJson(text);
  if (value === undefined) return { issue: 'noJson' };
  const isTooLarge = findRoundedNumbers(text).some(({ sent }) => sent === undefined);
  return isTooLarge ? { issue: 'largeNumber' } : { value };
}

/** The drafts that aren't values: the value that is shown isn't all that was typed as long as there are any. */
export function findDraftIssues(drafts: FieldDrafts, strings: FormTexts): readonly ValueIssue[] {
  return Object.entries(drafts).flatMap(([pointer, { number, json }]) => {
    const path = decodePointer(pointer);
    const reads = [
      ...(number === undefined ? [] : [parseNumberInput(number)]),
      ...(json === undefined ? [] : [parseJsonInput(json)]),
    ];
    return reads
      .flatMap((read) => ('issue' in read ? [{ path, message: strings[read.issue] }] : []))
      .slice(0, 1);
  });
}

/** The names on the way to a place; items are numbers there only where an index can be one. */
function decodePointer(pointer: string): ValuePath {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^(?:0|[1-9]\d*)$/.test(part) ? Number(part) : part));
}

/** What was kept of a place. */
export function getPreviousValue({ previousValue }: FieldDraft): JsonValue | undefined {
  return previousValue === undefined ? undefined : tryParseJson(previousValue);
}
