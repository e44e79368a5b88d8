import { omitUndefined } from '../../fields.ts';
import { stripAnsi } from '../ansi.ts';
import { levelGroups } from '../filter.ts';
import { getFirstLine } from '../rowText.ts';
import type { LogStore } from '../store/logStore.ts';

/** What is known of a request from its loaded entries. */
export interface RequestSummary {
  readonly entries: number;
  readonly errors: number;
  readonly warnings: number;
  /** Of its START. */
  readonly method?: string;
  /** Of its END, ms. */
  readonly durationInMs?: number;
  readonly hasEnded: boolean;
  /** What its START says, in one line: the tool that is called. */
  readonly subject?: string;
}

/** In a grouped list: the item is the head of a request, whose first shown row is the slot in the other bits. */
export const headBit = 0x80000000;

/**
 * The list grouped by request: one head for each, where its first row is; below it its rows when it is open. Rows
 * without a request stay where they are. `shown`: slots in order. `isOpen`: by code of the request.
 */
export function groupByRequest(
  shown: Uint32Array,
  { columns }: LogStore,
  isOpen: (code: number) => boolean,
): Uint32Array {
  const counts = new Uint32Array(columns.requests.texts.length);
  let open = 0;
  for (const slot of shown) {
    const code = columns.requestCodes[slot] ?? 0;
    counts[code] = (counts[code] ?? 0) + 1;
    if (code !== 0 && isOpen(code)) open++;
  }
  let heads = 0;
  for (let code = 1; code < counts.length; code++) if (counts[code] !== 0) heads++;
  const list = new Uint32Array((counts[0] ?? 0) + heads + open);
  /** Where the next row of an open request goes; 0: not met yet. The list begins with a head or a free row. */
  const next = new Uint32Array(counts.length);
  let end = 0;
  for (const slot of shown) {
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

/** Sums up requests by their codes. `order`: slots. */
export function summarizeRequests(order: Uint32Array, store: LogStore): (code: number) => RequestSummary {
  const { columns } = store;
  const size = columns.requests.texts.length;
  const [entries, errors, warnings] = [new Uint32Array(size), new Uint32Array(size), new Uint32Array(size)];
  const methods = new Uint32Array(size);
  const durations = new Float64Array(size).fill(Number.NaN);
  const hasEnded = new Uint8Array(size);
  const [error, warning] = [levelGroups.indexOf('ERROR'), levelGroups.indexOf('WARNING')];
  const [start, end] = [columns.types.findCode('START'), columns.types.findCode('END')];
  /** The slot of its START, and one more; 0: none. */
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
    const method = columns.methods.text(methods[code] ?? 0);
    const duration = durations[code] ?? Number.NaN;
    const first = starts[code] ?? 0;
    const subject = first > 0 ? stripAnsi(getFirstLine(store.row(first - 1), true).line) : '';
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
