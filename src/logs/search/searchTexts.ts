import { maxBatchLength, type OwnedBatch, splitIntoBatches } from '../../editor/textSearch/batch.ts';
import { findFirstIndex } from '../../editor/webview/binarySearch.ts';
import type { TextQuery } from '../../editor/webview/textQuery.ts';
import { formatDuration } from '../../editor/webview/units.ts';
import { stripAnsi } from '../ansi.ts';
import type { Columns } from '../store/columns.ts';
import { noSlot } from '../store/logStore.ts';
import type { TextChunk } from '../store/textColumn.ts';

/** Texts that many rows share, so that each one is tested only once. */
export interface SharedTexts {
  /** Texts by code. `texts[0]` means no text. */
  readonly texts: readonly string[];
  /** Number of texts when the search began. Only texts with a lower code are searched. */
  readonly count: number;
  /** Returns the code of each slot's text. */
  codes(): Uint32Array;
}

const esc = String.fromCharCode(27);

/** Yields batches with the contents of the slots below `size`, without color codes. */
export function* createContentBatches(columns: Columns, size: number): Generator<OwnedBatch> {
  const { contents } = columns;
  const slotsWithCodes: number[] = [];
  for (const chunk of contents.chunks) {
    const count = findFirstIndex(chunk.slots.length, (index) => getSlot(chunk, index) >= size);
    let from = 0;
    while (from < count) {
      const limit = contents.getStart(getSlot(chunk, from)) + maxBatchLength;
      const until = findFirstIndex(
        count,
        (index) => findTextEnd(columns, getSlot(chunk, index)) > limit,
        from + 1,
      );
      const contentBatch = createContentBatch(columns, chunk, from, until);
      removeColoredTexts(contentBatch, slotsWithCodes);
      yield contentBatch;
      from = until;
    }
  }
  yield* splitIntoBatches(readPlainTexts(columns, slotsWithCodes));
}

function createContentBatch(
  { contents }: Columns,
  chunk: TextChunk,
  from: number,
  until: number,
): ContentBatch {
  const start = contents.getStart(getSlot(chunk, from));
  const owners = Uint32Array.from(chunk.slots.slice(from, until));
  const bounds = contents.getBounds(chunk.slots, from, until);
  const text = chunk.text.slice(start, start + (bounds[owners.length] ?? 0));
  return { batch: { text, bounds }, owners };
}

interface ContentBatch extends OwnedBatch {
  readonly owners: Uint32Array;
}

/**
 * Removes texts with control codes from a batch, and adds their slots to `slotsWithCodes`. They are tested separately,
 * without the codes.
 */
function removeColoredTexts(
  { batch: { text, bounds }, owners }: ContentBatch,
  slotsWithCodes: number[],
): void {
  for (let position = text.indexOf(esc); position >= 0; ) {
    const row = findFirstIndex(owners.length, (index) => (bounds[index + 1] ?? 0) > position);
    slotsWithCodes.push(owners[row] ?? noSlot);
    owners[row] = noSlot;
    position = text.indexOf(esc, bounds[row + 1]);
  }
}

function* readPlainTexts({ contents }: Columns, slots: readonly number[]): Generator<[number, string]> {
  for (const slot of slots) yield [slot, stripAnsi(contents.getText(slot) ?? '')];
}

const getSlot = (chunk: TextChunk, index: number): number => chunk.slots[index] ?? 0;
const findTextEnd = ({ contents }: Columns, slot: number): number =>
  contents.getStart(slot) + contents.getLength(slot);

/** Returns the texts of the columns for types, methods, and request IDs. */
export function listInternedTexts(columns: Columns): SharedTexts[] {
  const { types, methods, requestIds } = columns;
  // `codes` is a function, because a column gets a new array when it grows.
  return [
    { texts: types.texts, count: types.texts.length, codes: () => columns.typeCodes },
    { texts: methods.texts, count: methods.texts.length, codes: () => columns.methodCodes },
    { texts: requestIds.texts, count: requestIds.texts.length, codes: () => columns.requestCodes },
  ];
}

/** Whether the query can match a duration, which consists of few different characters. */
export function canMatchDurations({ text, isRegex }: TextQuery): boolean {
  return isRegex || /^[\d. hminse+-]+$/i.test(text.trim());
}

/** Yields the texts with their codes, except for empty ones. */
export function* listCodedTexts({
  texts,
  count,
}: SharedTexts): Generator<readonly [code: number, text: string]> {
  for (let code = 1; code < count; code++) {
    const text = texts[code];
    if (text) yield [code, text];
  }
}

/** Yields all texts of the rows with these slots, each with the index of its row in the list. */
export function* readRowTexts(
  columns: Columns,
  slots: ArrayLike<number>,
  includesDurations: boolean,
): Generator<readonly [index: number, text: string]> {
  const { types, methods, requestIds, contents } = columns;
  for (let index = 0; index < slots.length; index++) {
    const slot = slots[index] ?? 0;
    const duration = columns.durations[slot] ?? Number.NaN;
    const rowTexts = [
      stripAnsi(contents.getText(slot) ?? ''),
      types.getText(columns.typeCodes[slot] ?? 0),
      methods.getText(columns.methodCodes[slot] ?? 0),
      requestIds.getText(columns.requestCodes[slot] ?? 0),
      includesDurations && !Number.isNaN(duration) ? formatDuration(duration) : undefined,
    ];
    for (const text of rowTexts) if (text) yield [index, text];
  }
}
