import type { LogEntry } from '../../api/logEntries.ts';

/** What the service narrows an answer to before it sends it. Not to be confused with the panel's own filter. */
export interface ServiceFilter {
  /** Names of levels; the client refuses unknown ones. */
  readonly level?: readonly string[] | undefined;
  readonly search?: string | undefined;
}

/** Narrowed to these levels and this text, where there are any. */
export function serviceFilter(level: readonly string[] = [], search = ''): ServiceFilter {
  return { ...(level.length > 0 && { level }), ...(search !== '' && { search }) };
}

/** One page of E7: entries in ascending order, both ends included. ISO 8601 or relative times. */
export interface PageRequest extends ServiceFilter {
  readonly since?: string;
  readonly until?: string;
  readonly nextToken?: string;
}

/** Entries in ascending order; `serverTime` (ms) is the service's clock when it answered, where it says so. */
export interface LogPage {
  readonly logs: readonly LogEntry[];
  readonly nextToken?: string;
  /** The service begins with the newest: what the token leads to is older. */
  readonly isNewestFirst?: boolean;
  readonly serverTime?: number;
}

/** The most that E8 gives, and E7 at a time. */
export const latestCount = 1000;

/** Where a session reads one environment's entries. Rejects with the client's errors. */
export interface LogSource {
  /** E8: the newest entries. */
  latest(filter: ServiceFilter, signal: AbortSignal): Promise<LogPage>;
  /** E7: a page of a range. */
  page(request: PageRequest, signal: AbortSignal): Promise<LogPage>;
  /** The same, but a failure is told at once: for polls, which are tried again anyway. */
  readonly once?: LogSource;
}

/**
 * Reads a range to its end, page by page (E7). A page may be empty and still have a successor: only a missing
 * token ends it.
 */
export async function* readPages(
  source: LogSource,
  request: PageRequest,
  signal: AbortSignal,
): AsyncGenerator<LogPage> {
  let nextToken: string | undefined;
  do {
    signal.throwIfAborted();
    const page = await source.page({ ...request, ...(nextToken !== undefined && { nextToken }) }, signal);
    signal.throwIfAborted();
    yield page;
    // A service that answers with the token it was given would be asked for ever.
    nextToken = page.nextToken === nextToken ? undefined : page.nextToken;
  } while (nextToken !== undefined);
}
