import { splitIntoBatches, type TextMatcher } from '../editor/textSearch/batch.ts';
import { createLiteralMatcher } from '../editor/textSearch/literalMatcher.ts';
import { createPatternMatcher } from '../editor/textSearch/patternMatcher.ts';
import { startRegexWorker } from '../editor/textSearch/regexWorker.node.ts';
import type { StartRegexWorker } from '../editor/textSearch/regexWorker.ts';
import { hasQueryText, type TextQuery } from '../editor/webview/textQuery.ts';
import { type MessageQuery, matchesMessageFilter } from './messageFilter.ts';
import type { LoggedMessage, MessageLog } from './messageLog.ts';

/** What a search has come to. */
interface MessageSearchResult {
  /** Indexes of messages that pass the filter, if they are wanted. */
  readonly rows: number[];
  /** Those of them that have the text. */
  readonly hits: number[];
  /** Where it goes on. */
  readonly to: number;
}

/** UTF-16 units that are searched at once: some milliseconds, in which nothing else runs. */
const maxSliceSize = 4_000_000;
/** What a message costs a search besides its text. */
const messageOverhead = 100;
/** Milliseconds that a regular expression may take for one batch. */
const patternTimeoutMs = 2000;

/** Looks through the messages of a session. Rejects with a `PatternError` for a regular expression that is none. */
export function createMessageSearch(
  log: Pick<MessageLog, 'at' | 'first' | 'length'>,
  startWorker: StartRegexWorker = startRegexWorker,
) {
  let last: { readonly query: TextQuery; readonly tester: ReturnType<typeof createTester> } | undefined;

  function createTester(query: TextQuery) {
    return query.isRegex
      ? createPatternMatcher(query, startWorker, patternTimeoutMs)
      : { ...createLiteralMatcher(query), matches: async () => [] };
  }

  function getTester(query: TextQuery) {
    const isSame = last && JSON.stringify(last.query) === JSON.stringify(query);
    if (last && isSame) return last.tester;
    last?.tester.dispose();
    last = { query, tester: createTester(query) };
    return last.tester;
  }

  return {
    /** Those from there on. Stops after so much that others can run meanwhile. */
    async find({ filter, query, areRowsWanted }: MessageQuery, from: number): Promise<MessageSearchResult> {
      const isWanted = hasQueryText(query);
      const tester = isWanted ? getTester(query) : undefined;
      const rows: number[] = [];
      let to = Math.max(from, log.first);
      for (let left = maxSliceSize; to < log.length && left > 0; to++) {
        const message = log.at(to);
        left -= messageOverhead;
        if (!message || !matchesMessageFilter(filter, message)) continue;
        rows.push(to);
        if (isWanted) left -= message.json?.length ?? 0;
      }
      const messages = rows.map((index) => log.at(index));
      const hits = tester ? await findHits(tester, rows, messages) : [];
      // Those that no one asks for would be on their way to the page for nothing.
      return { rows: areRowsWanted ? rows : [], hits, to };
    },
    /** What a regular expression matches in each of these messages, each text once; nothing for a literal text. */
    async matches(query: TextQuery, indexes: readonly number[]): Promise<readonly (readonly string[])[]> {
      const found = indexes.map((): string[] => []);
      if (!query.isRegex || !hasQueryText(query)) return found;
      const tester = getTester(query);
      for (const { batch, owners } of splitIntoBatches(
        generateMessageTexts(indexes.map((index) => log.at(index))),
      )) {
        const matches = await tester.matches(batch);
        matches.forEach((texts, at) => void found[owners[at] ?? 0]?.push(...texts));
      }
      return found;
    },
    dispose: () => last?.tester.dispose(),
  };
}

type MessageRows = readonly (LoggedMessage | undefined)[];

async function findHits(
  tester: TextMatcher,
  rows: readonly number[],
  messages: MessageRows,
): Promise<number[]> {
  const { testOne } = tester;
  // Putting texts together takes longer than testing them.
  if (testOne) return rows.filter((_, at) => getSearchedTexts(messages[at]).some(testOne));
  const hits = new Uint8Array(rows.length);
  for (const { batch, owners } of splitIntoBatches(generateMessageTexts(messages))) {
    (await tester.test(batch)).forEach((hit, at) => {
      if (hit === 1) hits[owners[at] ?? 0] = 1;
    });
  }
  return rows.filter((_, at) => hits[at] === 1);
}

function* generateMessageTexts(messages: MessageRows): Generator<readonly [owner: number, text: string]> {
  for (const [owner, message] of messages.entries())
    for (const text of getSearchedTexts(message)) yield [owner, text];
}

/** An answer has the method of its request in no text of its own. */
function getSearchedTexts(message: LoggedMessage | undefined): readonly string[] {
  if (!message) return [];
  const { kind, method, subject = '', json = '' } = message;
  return json !== '' && (kind === 'request' || kind === 'notification') ? [json] : [json, method, subject];
}
