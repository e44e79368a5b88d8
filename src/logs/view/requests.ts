import { omitUndefined } from '../../fields.ts';
import { stripAnsi } from '../ansi.ts';
import { levelGroups } from '../filter.ts';
import { getFirstLine } from '../rowText.ts';
import type { LogStore } from '../store/logStore.ts';
import type { FindDay } from './dayStarts.ts';

/** The summary of a request's loaded entries. */
export interface RequestSummary {
  readonly entries: number;
  readonly errors: number;
  readonly warnings: number;
  /** The method of the START entry. */
  readonly method?: string;
  /** The duration of the END entry in milliseconds. */
  readonly durationInMs?: number;
  readonly hasEnded: boolean;
  /** The first line of the START entry, such as the name of the tool. */
  readonly subject?: string;
}

/** The bit that marks a header in a grouped list. The other bits are the slot of the request's first shown row. */
export const headBit = 0x80000000;

/**
 * Groups a list by request: a header at the position of the request's first row, followed by the rows of the request if
 * it's expanded. Rows without a request stay in place. `slots` are the visible rows in order. `isOpen` receives the
 * code of a request.
 */
export function groupByRequest(
  slots: Uint32Array,
  { columns }: LogStore,
  isOpen: (code: number) => boolean,
): Uint32Array {
  const counts = new Uint32Array(columns.requestIds.texts.length);
  let expandedRowCount = 0;
  for (const slot of slots) {
    const code = columns.requestCodes[slot] ?? 0;
    counts[code] = (counts[code] ?? 0) + 1;
    if (code !== 0 && isOpen(code)) expandedRowCount++;
  }
  let headCount = 0;
  for (let code = 1; code < counts.length; code++) if (counts[code] !== 0) headCount++;
  const list = new Uint32Array((counts[0] ?? 0) + headCount + expandedRowCount);
  /**
   * Index in the list of the next row of each request. 0 before the first row of the request: a row of a request is
   * never at index 0, because a header precedes it.
   */
  const next = new Uint32Array(counts.length);
  let end = 0;
  for (const slot of slots) {
    const code = columns.requestCodes[slot] ?? 0;
    if (code === 0) {
      list[end++] = slot;
      continue;
    }
    if (next[code] === 0) {
      list[end++] = (slot | headBit) >>> 0;
      next[code] = end;
      if (isOpen(code)) end += counts[code] ?? 0;
    }
    if (isOpen(code)) {
      list[next[code] ?? 0] = slot;
      next[code] = (next[code] ?? 0) + 1;
    }
  }
  return list;
}

/** The position of a row in a list. */
export interface RowPosition {
  readonly index: number;
  /** Whether the row is at this position. Otherwise, it's where the row would be. */
  readonly isExact: boolean;
  /** Whether the item represents the row: the header of its collapsed request, or the first row instead of a header. */
  readonly isStandIn?: true;
}

/** Finds a row in a list that is grouped by request. `matchesFilter` is whether the filter shows the row. */
export function findPositionInGroups(
  list: Uint32Array,
  { columns }: LogStore,
  slot: number | undefined,
  {
    time,
    isHead,
    matchesFilter,
  }: { readonly time: number; readonly isHead: boolean; readonly matchesFilter: boolean },
): RowPosition {
  const request = slot === undefined ? 0 : (columns.requestCodes[slot] ?? 0);
  const rowIndex = slot === undefined || isHead ? -1 : list.indexOf(slot);
  if (rowIndex >= 0) return { index: rowIndex, isExact: true };
  const headIndex = list.findIndex(
    (code) => request !== 0 && code >= headBit && columns.requestCodes[code - headBit] === request,
  );
  if (headIndex >= 0)
    return { index: headIndex, isExact: isHead, ...(!isHead && matchesFilter && { isStandIn: true }) };
  const laterIndex = list.findIndex((code) => (columns.times[code % headBit] ?? 0) >= time);
  return { index: laterIndex < 0 ? list.length : laterIndex, isExact: false };
}

/**
 * Returns the indexes of the headers and of the rows without a request that begin another day than the one before.
 * Returns `undefined` if they are of several days and aren't in the order of their times.
 */
export function findDayStartsInGroups(
  list: Uint32Array,
  { times, requestCodes }: LogStore['columns'],
  findDay: FindDay,
): number[] | undefined {
  const starts: number[] = [];
  let day = { start: -Infinity, end: -Infinity };
  let isInOrder = true;
  let lastTime = -Infinity;
  for (let index = 0; index < list.length; index++) {
    const code = list[index] ?? 0;
    if (code < headBit && requestCodes[code] !== 0) continue;
    const time = times[code % headBit] ?? 0;
    if (time < lastTime) isInOrder = false;
    lastTime = time;
    if (time >= day.start && time < day.end) continue;
    if (index > 0) starts.push(index);
    day = findDay(time);
    if (!isInOrder) return undefined;
  }
  return isInOrder || starts.length === 0 ? starts : undefined;
}

/** Summarizes the requests of these slots. Returns a function from the code of a request to its summary. */
export function summarizeRequests(order: Uint32Array, store: LogStore): (code: number) => RequestSummary {
  const { columns } = store;
  const size = columns.requestIds.texts.length;
  const [entries, errors, warnings] = [new Uint32Array(size), new Uint32Array(size), new Uint32Array(size)];
  const methods = new Uint32Array(size);
  const durations = new Float64Array(size).fill(Number.NaN);
  const hasEnded = new Uint8Array(size);
  const [error, warning] = [levelGroups.indexOf('ERROR'), levelGroups.indexOf('WARNING')];
  const [start, end] = [columns.types.findCode('START'), columns.types.findCode('END')];
  /** The slot of the START entry plus 1, or 0. */
  const starts = new Uint32Array(size);
  const add = (sums: Uint32Array, code: number) => {
    sums[code] = (sums[code] ?? 0) + 1;
  };
  for (const slot of order) {
    const code = columns.requestCodes[slot] ?? 0;
    if (code === 0) continue;
    add(entries, code);
    if (columns.levels[slot] === error) add(errors, code);
    if (columns.levels[slot] === warning) add(warnings, code);
    if (columns.methodCodes[slot]) methods[code] = columns.methodCodes[slot] ?? 0;
    if (columns.typeCodes[slot] === start) starts[code] = slot + 1;
    if (columns.typeCodes[slot] === end) {
      hasEnded[code] = 1;
      durations[code] = columns.durations[slot] ?? Number.NaN;
    }
  }
  return (code) => {
    const method = columns.methods.getText(methods[code] ?? 0);
    const duration = durations[code] ?? Number.NaN;
    const first = starts[code] ?? 0;
    const subject = first > 0 ? stripAnsi(getFirstLine(store.getRow(first - 1), true).line) : '';
    return {
      entries: entries[code] ?? 0,
      errors: errors[code] ?? 0,
      warnings: warnings[code] ?? 0,
      ...omitUndefined({ method }),
      ...(!Number.isNaN(duration) && { durationInMs: duration }),
      hasEnded: hasEnded[code] === 1,
      ...(subject !== '' && { subject }),
    };
  };
}
