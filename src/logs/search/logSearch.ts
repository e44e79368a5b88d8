import {
  maxBatchTexts,
  type OwnedBatch,
  splitIntoBatches,
  type TextMatcher,
} from '../../editor/textSearch/batch.ts';
import { createLiteralMatcher } from '../../editor/textSearch/literalMatcher.ts';
import { createPatternMatcher } from '../../editor/textSearch/patternMatcher.ts';
import { startRegexWorker } from '../../editor/textSearch/regexWorker.node.ts';
import type { StartRegexWorker } from '../../editor/textSearch/regexWorker.ts';
import type { TextQuery } from '../../editor/webview/textQuery.ts';
import { formatDuration } from '../../editor/webview/units.ts';
import type { Columns } from '../store/columns.ts';
import {
  canMatchDurations,
  createContentBatches,
  listCodedTexts,
  listInternedTexts,
  readRowTexts,
  type SharedTexts,
} from './searchTexts.ts';
import { yieldToEventLoop } from './yieldToEventLoop.node.ts';

/**
 * Searches the texts of rows: content without color codes, type, method, request ID, and duration, each separately.
 * Works in time slices, between which other work can run. Rejects with the reason of the signal when it aborts, or with
 * a `PatternError`. The columns can grow during a search, but before they are cleared, it must be aborted.
 *
 * A hit is a row or a text that contains a match. A match is the part of a text that is highlighted.
 */
export interface LogSearch {
  /**
   * Returns 1 for each slot that is a hit. Covers the slots that exist at the start; `searchSlots` is for later ones.
   * `onSlice` receives the result so far after each time slice, in the array that is returned at the end.
   */
  searchAll(signal: AbortSignal, onSlice?: (hits: Uint8Array) => void): Promise<Uint8Array>;
  /** Returns whether each of these slots is a hit. */
  searchSlots(slots: ArrayLike<number>, signal: AbortSignal): Promise<boolean[]>;
  /** Returns the distinct matches of a regular expression in each of these slots, as texts. Returns none for a literal text. */
  findMatches(slots: ArrayLike<number>, signal: AbortSignal): Promise<readonly (readonly string[])[]>;
  /** Stops the worker, with regular expressions that are still running. */
  dispose(): void;
}

export interface SearchOptions {
  /** Returns a time in milliseconds. */
  now(): number;
  /** Lets all other work on this thread run first. */
  pause(): Promise<void>;
  readonly startWorker: StartRegexWorker;
  /** Maximum time that a regular expression can take for one batch of about two thousand rows, in milliseconds. */
  readonly patternTimeoutMs: number;
}

const defaultOptions: SearchOptions = {
  now: () => performance.now(),
  pause: yieldToEventLoop,
  startWorker: startRegexWorker,
  patternTimeoutMs: 2000,
};

/** Maximum number of batches that are processed at a time, so that the worker always has a next one. */
const maxBatchesInFlight = 3;

/** Throws a `PatternError` if the regular expression is invalid. */
export function createLogSearch(
  columns: Columns,
  query: TextQuery,
  options: SearchOptions = defaultOptions,
): LogSearch {
  const pattern = query.isRegex
    ? createPatternMatcher(query, options.startWorker, options.patternTimeoutMs)
    : undefined;
  const tester = pattern ?? createLiteralMatcher(query);
  const includesDurations = canMatchDurations(query);
  return {
    async searchAll(signal, onSlice) {
      signal.throwIfAborted();
      const hits = new Uint8Array(columns.size);
      const slices = createTimeSlices(options, signal, () => onSlice?.(hits));
      await testAll(tester, createContentBatches(columns, hits.length), hits, slices, signal);
      const shared = listInternedTexts(columns);
      if (includesDurations) shared.push(await collectDurationTexts(columns, hits.length, slices));
      for (const texts of shared) {
        const textHits = new Uint8Array(texts.count);
        if (tester.testOne) await testEach(tester.testOne, texts, textHits, slices);
        else await testAll(tester, splitIntoBatches(listCodedTexts(texts)), textHits, slices, signal);
        if (textHits.includes(1)) await markRowsWithTextHits(texts, textHits, hits, slices);
      }
      return hits;
    },
    async searchSlots(slots, signal) {
      signal.throwIfAborted();
      const hits = new Uint8Array(slots.length);
      const slices = createTimeSlices(options, signal);
      await testAll(
        tester,
        splitIntoBatches(readRowTexts(columns, slots, includesDurations)),
        hits,
        slices,
        signal,
      );
      return Array.from(hits, (hit) => hit === 1);
    },
    async findMatches(slots, signal) {
      signal.throwIfAborted();
      const matchesPerSlot = Array.from(slots, (): string[] => []);
      if (!pattern) return matchesPerSlot;
      for (const { batch, owners } of splitIntoBatches(readRowTexts(columns, slots, includesDurations))) {
        const matches = await raceAbort(pattern.matches(batch), signal);
        for (const [index, texts] of matches.entries()) matchesPerSlot[owners[index] ?? 0]?.push(...texts);
      }
      return matchesPerSlot;
    },
    dispose: () => tester.dispose(),
  };
}

/** Sets 1 in `hits` for each owner of a matching text. */
async function testAll(
  tester: TextMatcher,
  tasks: Iterable<OwnedBatch>,
  hits: Uint8Array,
  slices: TimeSlices,
  signal: AbortSignal,
): Promise<void> {
  const pending: Promise<void>[] = [];
  for (const { batch, owners } of tasks) {
    const result = tester.test(batch);
    if (result instanceof Uint8Array) {
      markHits(hits, owners, result);
    } else {
      const marking = result.then((textHits) => markHits(hits, owners, textHits));
      // Prevents an unhandled rejection if nothing waits for it.
      marking.catch(() => undefined);
      pending.push(marking);
    }
    const oldest = pending.length >= maxBatchesInFlight ? pending.shift() : undefined;
    if (oldest) await raceAbort(oldest, signal);
    await slices.yieldIfDue();
  }
  for (const marking of pending) await raceAbort(marking, signal);
}

/**
 * Sets 1 in `textHits` for each matching text. Tests texts one by one, because joining short texts into batches would
 * take longer.
 */
async function testEach(
  hasMatch: (text: string) => boolean,
  { texts, count }: SharedTexts,
  textHits: Uint8Array,
  slices: TimeSlices,
): Promise<void> {
  for (let from = 1; from < count; from += maxBatchTexts) {
    const until = Math.min(from + maxBatchTexts, count);
    for (let code = from; code < until; code++) {
      const text = texts[code];
      if (text && hasMatch(text)) textHits[code] = 1;
    }
    await slices.yieldIfDue();
  }
}

function markHits(hits: Uint8Array, owners: ArrayLike<number>, textHits: Uint8Array): void {
  for (let index = 0; index < textHits.length; index++)
    if (textHits[index] === 1) hits[owners[index] ?? 0] = 1;
}

/** Sets 1 in `hits` for each row with a matching text. */
async function markRowsWithTextHits(
  { codes }: SharedTexts,
  textHits: Uint8Array,
  hits: Uint8Array,
  slices: TimeSlices,
): Promise<void> {
  for (let from = 0; from < hits.length; from += maxBatchTexts) {
    const until = Math.min(from + maxBatchTexts, hits.length);
    const code = codes();
    for (let slot = from; slot < until; slot++) if (textHits[code[slot] ?? 0] === 1) hits[slot] = 1;
    await slices.yieldIfDue();
  }
}

/**
 * Returns the distinct durations of the slots below `size` as texts. Formatting is slow, and many rows have the same
 * duration.
 */
async function collectDurationTexts(
  columns: Columns,
  size: number,
  slices: TimeSlices,
): Promise<SharedTexts> {
  const codes = new Uint32Array(size);
  const codesByDuration = new Map<number, number>();
  const texts = [''];
  for (let from = 0; from < size; from += maxBatchTexts) {
    const until = Math.min(from + maxBatchTexts, size);
    for (let slot = from; slot < until; slot++) {
      const duration = columns.durations[slot] ?? Number.NaN;
      if (Number.isNaN(duration)) continue;
      let code = codesByDuration.get(duration);
      if (code === undefined) {
        code = texts.push(formatDuration(duration)) - 1;
        codesByDuration.set(duration, code);
      }
      codes[slot] = code;
    }
    await slices.yieldIfDue();
  }
  return { texts, count: texts.length, codes: () => codes };
}

/** Waits for `work`, or rejects when the signal aborts. */
async function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Keeps a long search from blocking its thread. */
interface TimeSlices {
  /**
   * Lets other work run if the current slice has lasted long enough. Rejects with the reason of the signal if it has
   * aborted.
   */
  yieldIfDue(): Promise<void>;
}

/** Length of a slice: half a frame. */
const sliceMs = 6;

/** Starts the first slice. `onPause` is called at the end of each one. */
function createTimeSlices(
  { now, pause }: { now(): number; pause(): Promise<void> },
  signal: AbortSignal,
  onPause: () => void = () => undefined,
): TimeSlices {
  let start = now();
  return {
    async yieldIfDue() {
      if (now() - start >= sliceMs) {
        onPause();
        await pause();
        start = now();
      }
      signal.throwIfAborted();
    },
  };
}
