import type { RequestOperation } from '../filter.ts';
import type { LogStore } from '../store/logStore.ts';
import { readCalledTool } from '../toolCall.ts';
import { type RequestSummaries, summarizeRequests } from './requests.ts';
import { findPercentileIndex } from './sortedNumbers.ts';

/** Maximum number of names that are kept, more than the requests of the rows in a high window. */
const maxNames = 500;

/**
 * Creates a function that returns the tool or the method of a row's request. Returns `undefined` for its START entry, if
 * that isn't loaded, and if it's later than the row, because then another request with the same ID follows.
 */
export function createRequestNames(store: LogStore): (slot: number) => string | undefined {
  /** Names by the ID of the START entry, because reading arguments as JSON takes long. */
  const names = new Map<number, string | undefined>();
  return (slot) => {
    const { requestCodes, times, ids } = store.columns;
    const start = store.findStart(requestCodes[slot] ?? 0);
    if (start === undefined || start === slot || (times[start] ?? 0) > (times[slot] ?? 0)) return undefined;
    const id = ids[start] ?? 0;
    if (!names.has(id)) {
      if (names.size >= maxNames) names.clear();
      const { tool, method } = readOperation(start, store);
      names.set(id, tool || method);
    }
    return names.get(id);
  };
}

/** Returns the method and the tool of a START entry. */
function readOperation(slot: number, { columns }: LogStore): RequestOperation {
  const method = columns.methods.getText(columns.methodCodes[slot] ?? 0);
  if (method === undefined) return {};
  const tool =
    method === 'tools/call'
      ? readCalledTool({ type: 'START', method, content: columns.contents.getText(slot) })
      : undefined;
  return { method, ...(tool !== undefined && { tool }) };
}

/**
 * The requests with a given method and tool. The last START entry of a request names them, so requests without a loaded
 * START entry don't match.
 */
export class OperationFilter {
  readonly #operation: RequestOperation;
  readonly #store: LogStore;
  #matches: boolean[] = [];
  /** Codes from this one on belong to requests that had no rows at the last change. */
  #nextCode = 0;

  constructor(operation: RequestOperation, store: LogStore) {
    this.#operation = operation;
    this.#store = store;
  }

  /** Whether the request of a row matches. */
  has(slot: number): boolean {
    return this.#matches[this.#store.columns.requestCodes[slot] ?? 0] === true;
  }

  /** Reads all START entries. Takes linear time. */
  reset(): void {
    this.#matches = [];
    this.#addStarts(this.#store.order);
  }

  /**
   * Must be called after rows were added to the store. Returns the codes of the requests with earlier rows that match
   * now or no longer.
   */
  add(slots: readonly number[]): ReadonlySet<number> {
    return this.#addStarts(slots);
  }

  #addStarts(slots: Iterable<number>): Set<number> {
    const { columns } = this.#store;
    const changedCodes = new Set<number>();
    for (const slot of slots) {
      const code = columns.requestCodes[slot] ?? 0;
      if (this.#store.findStart(code) !== slot) continue;
      const isMatch = this.#isMatch(slot);
      if (isMatch === (this.#matches[code] ?? false)) continue;
      this.#matches[code] = isMatch;
      if (code < this.#nextCode) changedCodes.add(code);
    }
    this.#nextCode = columns.requestIds.texts.length;
    return changedCodes;
  }

  #isMatch(slot: number): boolean {
    const { method, tool } = this.#operation;
    const { columns } = this.#store;
    // Most entries differ in the method, which is faster to compare.
    if (columns.methods.getText(columns.methodCodes[slot] ?? 0) !== method) return false;
    return readOperation(slot, this.#store).tool === tool;
  }
}

/** The requests of a method and tool. `operation` is absent for requests without a loaded START entry. */
export interface OperationSummary {
  readonly operation?: RequestOperation;
  readonly calls: number;
  /** Number of calls with at least one error. */
  readonly failedCalls: number;
  /** Median duration in milliseconds. Absent if no call has a duration. */
  readonly p50?: number;
  /** 95th percentile of the durations in milliseconds. */
  readonly p95?: number;
}

/** Maximum number of methods and tools in a summary. */
export const maxOperations = 50;

/**
 * Summarizes the requests with a visible row by method and tool, those with the most calls first. `hiddenCount` is the
 * number of methods and tools that are left out. Takes linear time, so it must not run for each change.
 */
export function summarizeOperations(
  visibleSlots: Uint32Array,
  store: LogStore,
): { readonly rows: readonly OperationSummary[]; readonly hiddenCount: number } {
  const { requestCodes } = store.columns;
  const summaries = summarizeRequests(store.order, store);
  const codes = new Set<number>();
  for (const slot of visibleSlots) codes.add(requestCodes[slot] ?? 0);
  codes.delete(0);
  const groups = new Map<string, { readonly operation?: RequestOperation; readonly codes: number[] }>();
  for (const code of codes) {
    const start = store.findStart(code);
    const operation = start === undefined ? undefined : readOperation(start, store);
    const key = JSON.stringify(operation && [operation.method, operation.tool]) ?? '';
    const group = groups.get(key) ?? { ...(operation && { operation }), codes: [] };
    groups.set(key, group);
    group.codes.push(code);
  }
  // Sorting is stable, so that the first one of several is the first one in the log.
  const sorted = [...groups.values()].sort((a, b) => b.codes.length - a.codes.length);
  const rows = sorted.slice(0, maxOperations).map(({ operation, codes: own }) => ({
    ...(operation && { operation }),
    ...summarizeCalls(own, summaries),
  }));
  return { rows, hiddenCount: sorted.length - rows.length };
}

function summarizeCalls(codes: readonly number[], { durations, errors }: RequestSummaries): OperationSummary {
  const sorted = Float64Array.from(codes, (code) => durations[code] ?? Number.NaN)
    .filter((duration) => !Number.isNaN(duration))
    .sort();
  const p50 = sorted[findPercentileIndex(sorted.length, 0.5)];
  const p95 = sorted[findPercentileIndex(sorted.length, 0.95)];
  return {
    calls: codes.length,
    failedCalls: codes.filter((code) => (errors[code] ?? 0) > 0).length,
    ...(p50 !== undefined && p95 !== undefined && { p50, p95 }),
  };
}
