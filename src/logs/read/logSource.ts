import type { LogEntry } from '../../api/logEntries.ts';
import { omitUndefined } from '../../fields.ts';
import type { TimeRange } from '../timeRange.ts';

/** The conditions by which the service filters entries. Not the filter of the panel (`LogFilter`). */
export interface ServiceFilter {
  /** Names of levels. The client rejects unknown ones. */
  readonly level?: readonly string[] | undefined;
  readonly search?: string | undefined;
}

/**
 * The entries that a panel shows: a range (`environments.getLogs`), or the latest entries
 * (`environments.getLatestLogs`).
 */
export interface LogQuery {
  readonly range?: TimeRange;
  readonly filter: ServiceFilter;
}

/** Creates a filter without empty conditions. */
export function createServiceFilter(level: readonly string[] = [], search = ''): ServiceFilter {
  return { ...(level.length > 0 && { level }), ...(search !== '' && { search }) };
}

/** The parameters of a page (`environments.getLogs`). Times are ISO 8601 or relative, and both ends are included. */
export interface EntryPageRequest extends ServiceFilter {
  readonly since?: string;
  readonly until?: string;
  readonly nextToken?: string;
}

/**
 * A page of entries in ascending order. `serverTime` is the time of the service in milliseconds since the epoch, if the
 * response contains it.
 */
export interface EntryPage {
  readonly logs: readonly LogEntry[];
  readonly nextToken?: string;
  /** Whether the service returns the newest entries first, so that `nextToken` leads to older ones. */
  readonly isNewestFirst?: boolean;
  readonly serverTime?: number;
}

/** Maximum number of entries in a response of `environments.getLatestLogs` and `environments.getLogs`. */
export const maxPageEntries = 1000;

/** The source of an environment's log entries. Its functions reject with the errors of the client. */
export interface LogSource {
  /** Returns the latest entries (`environments.getLatestLogs`). */
  readLatest(filter: ServiceFilter, signal: AbortSignal): Promise<EntryPage>;
  /** Returns a page of a range (`environments.getLogs`). */
  readPage(request: EntryPageRequest, signal: AbortSignal): Promise<EntryPage>;
  /** This source without retries, for polls: the next poll is the retry. */
  readonly withoutRetries?: LogSource;
}

/** The error for an endless sequence of pages. Entries that were read are kept. */
export class EndlessPagesError extends Error {
  override readonly name = 'EndlessPagesError';
  /** Stops live polling, because another attempt would take as long. */
  readonly kind = 'endlessPages';
}

const maxPages = 10_000;
const maxConsecutiveEmptyPages = 500;

/**
 * Reads a range page by page (`environments.getLogs`). A page can be empty and still have a successor: the sequence
 * ends only if the token is missing, or if it equals the token of the request. Rejects with an `EndlessPagesError` if
 * the sequence doesn't seem to end.
 */
export async function* readEntryPages(
  source: LogSource,
  request: EntryPageRequest,
  signal: AbortSignal,
): AsyncGenerator<EntryPage> {
  const requestedTokens = new Set<string>();
  let { nextToken } = request;
  let emptyPageCount = 0;
  for (;;) {
    signal.throwIfAborted();
    const page = await source.readPage({ ...request, ...omitUndefined({ nextToken }) }, signal);
    signal.throwIfAborted();
    yield page;
    if (page.nextToken === undefined || page.nextToken === nextToken) return;
    nextToken = page.nextToken;
    emptyPageCount = page.logs.length === 0 ? emptyPageCount + 1 : 0;
    if (
      requestedTokens.has(nextToken) ||
      requestedTokens.size === maxPages ||
      emptyPageCount === maxConsecutiveEmptyPages
    )
      throw new EndlessPagesError();
    requestedTokens.add(nextToken);
  }
}
