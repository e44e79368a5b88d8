import { splitIntoBatches, type TextMatcher } from '../editor/textSearch/batch.ts';
import { createLiteralMatcher } from '../editor/textSearch/literalMatcher.ts';
import { createPatternMatcher } from '../editor/textSearch/patternMatcher.ts';
import { startRegexWorker } from '../editor/textSearch/regexWorker.node.ts';
import type { StartRegexWorker } from '../editor/textSearch/regexWorker.ts';
import { hasQueryText, type TextQuery } from '../editor/webview/textQuery.ts';
import { type MessageQuery, matchesMessageFilter } from './messageFilter.ts';
import type { LoggedMessage, MessageLog } from './messageLog.ts';

/** The result of searching a part of the log. A request and its response are one exchange, with the index of the request. */
interface MessageSearchResult {
  /** Sorted indexes of exchanges with a message that passes the filter; empty if they weren't requested. */
  readonly rows: number[];
  /** Sorted indexes of exchanges with a message that also contains the text. A match, by contrast, is a part of the text of a hit. */
  readonly hits: number[];
  /** The index at which the search continues. */
  readonly to: number;
}

/**
 * Maximum size of the part that is searched at once, in UTF-16 units. This takes a few milliseconds, during which
 * nothing else runs.
 */
const maxSliceSize = 4_000_000;
/** The cost of searching a message without its text, in UTF-16 units. */
const messageOverhead = 100;
/** Time limit of a regular expression for one batch, in milliseconds. */
const patternTimeoutMs = 2000;

/**
 * Creates a search for the messages of a session. Its functions reject with a `PatternError` if a regular expression
 * isn't valid.
 */
export function createMessageSearch(
  log: Pick<MessageLog, 'at' | 'firstIndex' | 'getExchange' | 'length'>,
  startWorker: StartRegexWorker = startRegexWorker,
) {
  let lastSearch: { readonly query: TextQuery; readonly tester: ReturnType<typeof createTester> } | undefined;

  function createTester(query: TextQuery) {
    return query.isRegex
      ? createPatternMatcher(query, startWorker, patternTimeoutMs)
      : { ...createLiteralMatcher(query), matches: async () => [] };
  }

  function getTester(query: TextQuery) {
    const isSame = lastSearch && JSON.stringify(lastSearch.query) === JSON.stringify(query);
    if (lastSearch && isSame) return lastSearch.tester;
    lastSearch?.tester.dispose();
    lastSearch = { query, tester: createTester(query) };
    return lastSearch.tester;
  }

  const listExchanges = (indexes: readonly number[]): number[] =>
    [...new Set(indexes.map((index) => log.getExchange(index)))].sort((one, other) => one - other);

  return {
    /** Searches messages from an index on. Stops after a part, so that other code can run. */
    async find({ filter, query, areRowsWanted }: MessageQuery, from: number): Promise<MessageSearchResult> {
      const hasText = hasQueryText(query);
      const tester = hasText ? getTester(query) : undefined;
      const rows: number[] = [];
      let to = Math.max(from, log.firstIndex);
      for (let remainingSize = maxSliceSize; to < log.length && remainingSize > 0; to++) {
        const message = log.at(to);
        remainingSize -= messageOverhead;
        if (!message || !matchesMessageFilter(filter, message)) continue;
        rows.push(to);
        if (hasText) remainingSize -= message.json?.length ?? 0;
      }
      const messages = rows.map((index) => log.at(index));
      const hits = tester ? await findHits(tester, rows, messages) : [];
      // Rows that weren't requested aren't sent to the page.
      return { rows: areRowsWanted ? listExchanges(rows) : [], hits: listExchanges(hits), to };
    },
    /** Returns the distinct matches of a regular expression in each of these messages; empty for a literal text. */
    async matches(query: TextQuery, indexes: readonly number[]): Promise<readonly (readonly string[])[]> {
      const messageMatches = indexes.map((): string[] => []);
      if (!query.isRegex || !hasQueryText(query)) return messageMatches;
      const tester = getTester(query);
      for (const { batch, owners } of splitIntoBatches(
        generateMessageTexts(indexes.map((index) => log.at(index))),
      )) {
        const matches = await tester.matches(batch);
        matches.forEach((texts, index) => void messageMatches[owners[index] ?? 0]?.push(...texts));
      }
      return messageMatches;
    },
    dispose: () => lastSearch?.tester.dispose(),
  };
}

type MessageRows = readonly (LoggedMessage | undefined)[];

async function findHits(
  tester: TextMatcher,
  rows: readonly number[],
  messages: MessageRows,
): Promise<number[]> {
  const { testOne } = tester;
  // Testing texts one by one is faster than joining them.
  if (testOne) return rows.filter((_, index) => getSearchedTexts(messages[index]).some(testOne));
  const hits = new Uint8Array(rows.length);
  for (const { batch, owners } of splitIntoBatches(generateMessageTexts(messages))) {
    (await tester.test(batch)).forEach((hit, index) => {
      if (hit === 1) hits[owners[index] ?? 0] = 1;
    });
  }
  return rows.filter((_, index) => hits[index] === 1);
}

function* generateMessageTexts(messages: MessageRows): Generator<readonly [owner: number, text: string]> {
  for (const [owner, message] of messages.entries())
    for (const text of getSearchedTexts(message)) yield [owner, text];
}

/** Returns the searched texts of a message. The text of a response doesn't contain the method of its request. */
function getSearchedTexts(message: LoggedMessage | undefined): readonly string[] {
  if (!message) return [];
  const { kind, method, subject = '', json = '' } = message;
  return json !== '' && (kind === 'request' || kind === 'notification') ? [json] : [json, method, subject];
}
