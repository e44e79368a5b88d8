import { type JsonValue, tryParseJson } from '../schema/json.ts';
import { decodePointer, encodePointer, type ValuePath } from '../schema/pointer.ts';
import { findRoundedNumbers } from '../schema/roundedNumbers.ts';
import type { FormTexts } from './formTexts.ts';

/** The state of a form field that its value doesn't contain. */
export interface FieldDraft {
  /** The text in a number field. Absent if it's the usual spelling of the value. */
  readonly numberText?: string;
  /** The text in a field that is edited as JSON. */
  readonly jsonText?: string;
  /** The index of the variant of a union that the user selected. */
  readonly variant?: number;
  /** JSON of the value before it was omitted, or before another variant was selected. */
  readonly previousValue?: string;
  /** Whether a text is shown with several lines although it has no line break. */
  readonly isMultiline?: boolean;
  /** The name of a property that the user is adding. */
  readonly newPropertyName?: string;
}

/** The drafts of a form by JSON Pointer. */
export type FieldDrafts = Readonly<Record<string, FieldDraft>>;

/** A problem with a value or with a part of it. */
export interface ValueIssue {
  readonly path: ValuePath;
  readonly message: string;
}

/** Returns the draft at a path, or an empty one. */
export function getDraft(drafts: FieldDrafts, path: ValuePath): FieldDraft {
  const pointer = encodePointer(path);
  return (Object.hasOwn(drafts, pointer) ? drafts[pointer] : undefined) ?? {};
}

/** Returns the drafts with another draft at a path. An empty draft is removed. */
export function withDraft(drafts: FieldDrafts, path: ValuePath, draft: FieldDraft | undefined): FieldDrafts {
  const pointer = encodePointer(path);
  const others = Object.entries(drafts).filter(([other]) => other !== pointer);
  const isEmpty = Object.values(draft ?? {}).every((part) => part === undefined);
  return Object.fromEntries(isEmpty || !draft ? others : [...others, [pointer, draft]]);
}

/** Returns the drafts without those at a path and below it. */
export function withoutDrafts(drafts: FieldDrafts, path: ValuePath): FieldDrafts {
  const pointer = encodePointer(path);
  return Object.fromEntries(
    Object.entries(drafts).filter(([other]) => other !== pointer && !other.startsWith(`${pointer}/`)),
  );
}

/** Moves the drafts below an array to the new indexes of its items. Drafts of items without a new index are removed. */
export function moveItemDrafts(
  drafts: FieldDrafts,
  path: ValuePath,
  getNewIndex: (index: number) => number | undefined,
): FieldDrafts {
  const start = `${encodePointer(path)}/`;
  const movedDrafts: [string, FieldDraft][] = [];
  for (const [pointer, draft] of Object.entries(drafts)) {
    const [index = '', ...rest] = pointer.startsWith(start) ? pointer.slice(start.length).split('/') : [];
    if (index === '') movedDrafts.push([pointer, draft]);
    else {
      const newIndex = getNewIndex(Number(index));
      if (newIndex !== undefined) movedDrafts.push([start + [newIndex, ...rest].join('/'), draft]);
    }
  }
  return Object.fromEntries(movedDrafts);
}

/** Returns a function that maps the indexes of items before one of them is moved to their indexes after the move. */
export function indexAfterMove(from: number, to: number): (index: number) => number {
  return (index) => {
    if (index === from) return to;
    if (from < index && index <= to) return index - 1;
    return to <= index && index < from ? index + 1 : index;
  };
}

/** Returns a function that maps the indexes of items before one of them is removed to their indexes after the removal. */
export function indexAfterRemoval(removedIndex: number): (index: number) => number | undefined {
  return (index) => (index === removedIndex ? undefined : index > removedIndex ? index - 1 : index);
}

type NumberInput = { readonly value: number } | { readonly issue: 'noNumber' | 'largeNumber' };

/** Parses a number that the user entered. Rounds it to a JavaScript number: `describeRounding` reports the lost digits. */
export function parseNumberInput(text: string): NumberInput {
  const trimmed = text.trim();
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed)) return { issue: 'noNumber' };
  const value = Number(trimmed);
  // Adding 0 turns -0 into 0.
  return Number.isFinite(value) ? { value: value + 0 } : { issue: 'largeNumber' };
}

type JsonInput = { readonly value: JsonValue } | { readonly issue: 'noJson' | 'largeNumber' };

/** Parses JSON that the user entered. Numbers that are too large are rejected, because they would be sent as `null`. */
export function parseJsonInput(text: string): JsonInput {
  const value = tryParseJson(text);
  if (value === undefined) return { issue: 'noJson' };
  const hasTooLargeNumber = findRoundedNumbers(text).some(({ sentText }) => sentText === undefined);
  return hasTooLargeNumber ? { issue: 'largeNumber' } : { value };
}

/** Returns the issues of drafts that aren't valid values. If there are any, the value of the form lacks what the user entered. */
export function findDraftIssues(drafts: FieldDrafts, texts: FormTexts): readonly ValueIssue[] {
  return Object.entries(drafts).flatMap(([pointer, { numberText, jsonText }]) => {
    const inputs = [
      ...(numberText === undefined ? [] : [parseNumberInput(numberText)]),
      ...(jsonText === undefined ? [] : [parseJsonInput(jsonText)]),
    ];
    const path = decodePointer(pointer).map(toPathKey);
    return inputs
      .flatMap((input) => ('issue' in input ? [{ path, message: texts[input.issue] }] : []))
      .slice(0, 1);
  });
}

/** Returns a key as a number if it can be the index of an item. */
function toPathKey(key: string): string | number {
  return /^(?:0|[1-9]\d*)$/.test(key) ? Number(key) : key;
}

export function getPreviousValue({ previousValue }: FieldDraft): JsonValue | undefined {
  return previousValue === undefined ? undefined : tryParseJson(previousValue);
}
