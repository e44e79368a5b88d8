import type { LogEntry } from '../../api/logEntries.ts';
import { omitUndefined } from '../../fields.ts';

/** What the service narrows an answer to before it sends it. Not to be confused with the panel's own filter. */
export interface ServiceFilter {
  /** Names of levels; the client refuses unknown ones. */
  readonly level?: readonly string[] | undefined;
  readonly search?: string | undefined;
}

/** Narrowed to these levels and this text, where there are any. */
export function createServiceFilter(level: readonly string[] = [], search = ''): ServiceFilter {
  return { ...(level.length > 0 && { level }), ...(search !== '' && { search }) };
}

/** One page of E7: entries in ascending order, both ends included. ISO 8601 or relative times. */
export interface EntryPageRequest extends ServiceFilter {
  readonly since?: string;
  readonly until?: string;
  readonly nextToken?: string;
}

/** Entries in ascending order; `serverTime` (ms) is the service's clock when it answered, where it says so. */
export interface EntryPage {
  readonly logs: readonly LogEntry[];
  readonly nextToken?: string;
  /** The service begins with the newest: what the token leads to is older. */
  readonly isNewestFirst?: boolean;
  readonly serverTime?: number;
}

/** The most that E8 gives, and E7 at a time. */
export const maxPageEntries = 1000;

/** Where a session reads one environment's entries. Rejects with the client's errors. */
export interface LogSource {
  /** E8: the newest entries. */
  latest(filter: ServiceFilter, signal: AbortSignal): Promise<EntryPage>;
  /** E7: a page of a range. */
  page(request: EntryPageRequest, signal: AbortSignal): Promise<EntryPage>;
  /** The same, but a failure is told at once: for polls, which are tried again anyway. */
  readonly singleTry?: LogSource;
}

/** The service leads on from page to page without an end: what was read stays, and no more is asked for. */
export class EndlessPagesError extends Error {
  override readonly name = 'EndlessPagesError';
  /** For the poller: to ask again by itself would be as long. */
  readonly kind = 'endlessPages';
}

/** Pages that follow each other by tokens: so many in all, and so many that are empty one after the other. */
const pageLimits = { pages: 10_000, empty: 500 };

/**
 * Reads a range to its end, page by page (E7). A page may be empty and still have a successor: only a missing
 * token, or the one that was sent, ends it. Rejects with an `EndlessPagesError` where no end is to be expected.
 */
export async function* readEntryPages(
  source: LogSource,
  request: EntryPageRequest,
  signal: AbortSignal,
): AsyncGenerator<EntryPage> {
  const sent = new Set<string>();
  let { nextToken } = request;
  let empty = 0;
  for (;;) {
    signal.throwIfAborted();
    const page = await source.page({ ...request, ...omitUndefined({ nextToken }) }, signal);
    signal.throwIfAborted();
    yield page;
    if (page.nextToken === undefined || page.nextToken === nextToken) return;
    nextToken = page.nextToken;
    empty = page.logs.length === 0 ? empty + 1 : 0;
    if (sent.has(nextToken) || sent.size === pageLimits.pages || empty === pageLimits.empty)
      throw new EndlessPagesError();
    sent.add(nextToken);
  }
}
