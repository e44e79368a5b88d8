import { stripAnsi } from '../ansi.ts';
import type { TextQuery } from '../filter.ts';
import { durationText } from '../rowText.ts';
import type { Columns } from '../store/columns.ts';
import { firstIndex } from '../store/slotList.ts';
import type { TextChunk } from '../store/textColumn.ts';
import { batchLength, batchOf, type Task } from './batch.ts';

/** Texts that many rows share, so that each is tested once. */
export interface SharedTexts {
  /** By code; `texts[0]` stands for none. */
  readonly texts: readonly string[];
  /** The texts that the rows need: those with a lower code. */
  readonly count: number;
  /** By slot. */
  codes(): Uint32Array;
}

const esc = String.fromCharCode(27);

/** The contents of the slots below `size`, as people read them, in batches. */
export function* contentTasks(columns: Columns, size: number): Generator<Task> {
  for (const chunk of columns.contents.chunks) {
    const count = firstIndex(chunk.slots.length, (index) => slotAt(chunk, index) >= size);
    let from = 0;
    while (from < count) {
      const limit = columns.contents.start(slotAt(chunk, from)) + batchLength;
      const until = firstIndex(count, (index) => endOf(columns, slotAt(chunk, index)) > limit, from + 1);
      yield contentTask(columns, chunk, from, until);
      from = until;
    }
  }
}

function contentTask({ contents }: Columns, chunk: TextChunk, from: number, until: number): Task {
  const start = contents.start(slotAt(chunk, from));
  const owners = new Uint32Array(until - from);
  const bounds = new Uint32Array(owners.length + 1);
  for (let index = 0; index < owners.length; index++) {
    const slot = slotAt(chunk, from + index);
    owners[index] = slot;
    bounds[index + 1] = contents.start(slot) - start + contents.lengthOf(slot);
  }
  const text = chunk.text.slice(start, start + (bounds[owners.length] ?? 0));
  if (!text.includes(esc)) return { batch: { text, bounds }, owners };
  // Row by row: a code that is cut off at the end of a row must not take in the next one.
  const texts = Array.from(owners, (_, index) => stripAnsi(text.slice(bounds[index], bounds[index + 1])));
  return { batch: batchOf(texts), owners };
}

const slotAt = (chunk: TextChunk, index: number): number => chunk.slots[index] ?? 0;
const endOf = ({ contents }: Columns, slot: number): number => contents.start(slot) + contents.lengthOf(slot);

/** The columns of types, methods and request ids. */
export function internedTexts(columns: Columns): SharedTexts[] {
  const { types, methods, requests } = columns;
  // Asked for each time: the array of a column that grows is replaced.
  return [
    { texts: types.texts, count: types.texts.length, codes: () => columns.type },
    { texts: methods.texts, count: methods.texts.length, codes: () => columns.method },
    { texts: requests.texts, count: requests.texts.length, codes: () => columns.request },
  ];
}

/** Whether the query can have a hit in any duration: those consist of few characters. */
export function canHitDurations({ text, isRegex }: TextQuery): boolean {
  return isRegex || /^[\d. minse+-]+$/i.test(text.trim());
}

/** The texts in `texts`, apart from none and empty ones, with their codes. */
export function* coded({ texts, count }: SharedTexts): Generator<readonly [code: number, text: string]> {
  for (let code = 1; code < count; code++) {
    const text = texts[code];
    if (text) yield [code, text];
  }
}

/** All that the rows of these slots say, each with the row's index in the list. */
export function* textsOf(
  columns: Columns,
  slots: ArrayLike<number>,
  withDurations: boolean,
): Generator<readonly [index: number, text: string]> {
  const { types, methods, requests, contents } = columns;
  for (let index = 0; index < slots.length; index++) {
    const slot = slots[index] ?? 0;
    const duration = columns.durations[slot] ?? Number.NaN;
    const said = [
      stripAnsi(contents.at(slot) ?? ''),
      types.text(columns.type[slot] ?? 0),
      methods.text(columns.method[slot] ?? 0),
      requests.text(columns.request[slot] ?? 0),
      withDurations && !Number.isNaN(duration) ? durationText(duration) : undefined,
    ];
    for (const text of said) if (text) yield [index, text];
  }
}
