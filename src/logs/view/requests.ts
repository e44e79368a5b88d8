import { omitUndefined } from '../../fields.ts';
import { stripAnsi } from '../ansi.ts';
import { levelGroups } from '../filter.ts';
import type { LogRow } from '../logRow.ts';
import type { RequestSort } from '../requestSort.ts';
import { getFirstLine, maxLineLength } from '../rowText.ts';
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
  /** The first line of the first error, or of the first warning if there are no errors. */
  readonly firstProblem?: string;
}

/** The bit that marks a header in a grouped list. The other bits are the slot of the request's first shown row. */
export const headBit = 0x80000000;

/** The numbers by which requests are sorted, by the code of the request. A duration is NaN if it's unknown. */
interface RequestSortKeys {
  readonly durations: Float64Array;
  readonly errors: Uint32Array;
}

/**
 * Groups a list by request: a header at the position of the request's first row, followed by the rows of the request if
 * it's expanded. Rows without a request stay in place. `slots` are the visible rows in order. `isOpen` receives the
 * code of a request. `sortUnits` changes the order of the headers and the rows without a request.
 */
export function groupByRequest(
  slots: Uint32Array,
  { columns }: LogStore,
  isOpen: (code: number) => boolean,
  sortUnits: (units: Uint32Array) => Uint32Array = (units) => units,
): Uint32Array {
  const counts = new Uint32Array(columns.requestIds.texts.length);
  const units = new Uint32Array(slots.length);
  let unitCount = 0;
  let expandedRowCount = 0;
  for (const slot of slots) {
    const code = columns.requestCodes[slot] ?? 0;
    if (code === 0) units[unitCount++] = slot;
    else if (counts[code] === 0) units[unitCount++] = (slot | headBit) >>> 0;
    counts[code] = (counts[code] ?? 0) + 1;
    if (code !== 0 && isOpen(code)) expandedRowCount++;
  }
  const sorted = sortUnits(units.subarray(0, unitCount));
  if (expandedRowCount === 0) return sorted.slice();
  const list = new Uint32Array(unitCount + expandedRowCount);
  /** Index in the list of the next row of each expanded request. 0 for other requests, because a header precedes rows. */
  const next = new Uint32Array(counts.length);
  let end = 0;
  for (const unit of sorted) {
    list[end++] = unit;
    if (unit < headBit) continue;
    const code = columns.requestCodes[unit - headBit] ?? 0;
    if (!isOpen(code)) continue;
    next[code] = end;
    end += counts[code] ?? 0;
  }
  for (const slot of slots) {
    const code = columns.requestCodes[slot] ?? 0;
    const index = next[code] ?? 0;
    if (index === 0) continue;
    list[index] = slot;
    next[code] = index + 1;
  }
  return list;
}

/**
 * Sorts the headers and the rows without a request, which are in the order of time. Requests with equal values keep that
 * order. Without a duration, a request is after those with one in both directions. If requests aren't sorted by time,
 * the rows without a request are after all requests.
 */
export function sortUnits(
  units: Uint32Array,
  { columns }: LogStore,
  { by, isDescending }: RequestSort,
  { durations, errors }: RequestSortKeys,
): Uint32Array {
  if (by === 'time') return isDescending ? units.toReversed() : units;
  const values = by === 'duration' ? durations : errors;
  const heads = units.filter((unit) => unit >= headBit);
  const keys = Float64Array.from(heads, (head) => {
    const value = values[columns.requestCodes[head - headBit] ?? 0] ?? Number.NaN;
    return Number.isNaN(value) ? Infinity : isDescending ? -value : value;
  });
  const order = Uint32Array.from(heads.keys()).sort((a, b) => {
    const [keyA = 0, keyB = 0] = [keys[a], keys[b]];
    return keyA === keyB ? a - b : keyA < keyB ? -1 : 1;
  });
  const sorted = new Uint32Array(units.length);
  order.forEach((head, index) => {
    sorted[index] = heads[head] ?? 0;
  });
  sorted.set(
    units.filter((unit) => unit < headBit),
    heads.length,
  );
  return sorted;
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
 * Returns the indexes of the headers and of the rows without a request that begin another day than the one before. If
 * they aren't in the order of their times, and have more than one day, returns `undefined`.
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
  }
  return isInOrder || starts.length === 0 ? starts : undefined;
}

/** The summaries of all requests. */
export interface RequestSummaries extends RequestSortKeys {
  /** Returns the summary of the request with a code. */
  get(code: number): RequestSummary;
}

/** Summarizes the requests of these slots. */
export function summarizeRequests(order: Uint32Array, store: LogStore): RequestSummaries {
  const { columns } = store;
  const size = columns.requestIds.texts.length;
  const [entries, errors, warnings] = [new Uint32Array(size), new Uint32Array(size), new Uint32Array(size)];
  const methods = new Uint32Array(size);
  const durations = new Float64Array(size).fill(Number.NaN);
  const hasEnded = new Uint8Array(size);
  const [error, warning] = [levelGroups.indexOf('ERROR'), levelGroups.indexOf('WARNING')];
  const end = columns.types.findCode('END');
  /** The slot of the first error, or else of the first warning, plus 1, or 0. */
  const firstProblems = new Uint32Array(size);
  const add = (sums: Uint32Array, code: number) => {
    sums[code] = (sums[code] ?? 0) + 1;
  };
  for (const slot of order) {
    const code = columns.requestCodes[slot] ?? 0;
    if (code === 0) continue;
    add(entries, code);
    if (columns.levels[slot] === error) {
      if (errors[code] === 0) firstProblems[code] = slot + 1;
      add(errors, code);
    }
    if (columns.levels[slot] === warning) {
      if (firstProblems[code] === 0) firstProblems[code] = slot + 1;
      add(warnings, code);
    }
    if (columns.methodCodes[slot]) methods[code] = columns.methodCodes[slot] ?? 0;
    if (columns.typeCodes[slot] === end) {
      hasEnded[code] = 1;
      durations[code] = columns.durations[slot] ?? Number.NaN;
    }
  }
  const get = (code: number): RequestSummary => {
    const method = columns.methods.getText(methods[code] ?? 0);
    const duration = durations[code] ?? Number.NaN;
    const start = store.findStart(code);
    const subject = start === undefined ? '' : stripAnsi(getFirstLine(store.getRow(start), true).line).trim();
    const problem = firstProblems[code] ?? 0;
    const firstProblem = problem > 0 ? getProblemLine(store.getRow(problem - 1)) : '';
    return {
      entries: entries[code] ?? 0,
      errors: errors[code] ?? 0,
      warnings: warnings[code] ?? 0,
      ...omitUndefined({ method }),
      ...(!Number.isNaN(duration) && { durationInMs: duration }),
      hasEnded: hasEnded[code] === 1,
      ...(subject !== '' && { subject }),
      ...(firstProblem !== '' && { firstProblem }),
    };
  };
  return { get, durations, errors };
}

/** Returns the first line of an error or warning. The first line of indented JSON has no text, so all of its lines are joined. */
function getProblemLine(row: LogRow): string {
  const line = stripAnsi(getFirstLine(row, true).line).trim();
  if (!/^[{[]\s*$/.test(line)) return line;
  return stripAnsi((row.content ?? '').slice(0, maxLineLength))
    .trim()
    .replaceAll(/\s+/g, ' ');
}
