import { splitIntoBatches, type TextMatcher } from '../../editor/textSearch/batch.ts';
import { createLiteralMatcher } from '../../editor/textSearch/literalMatcher.ts';
import { createPatternMatcher } from '../../editor/textSearch/patternMatcher.ts';
import { startRegexWorker } from '../../editor/textSearch/regexWorker.node.ts';
import type { StartRegexWorker } from '../../editor/textSearch/regexWorker.ts';
import { hasQueryText, type TextQuery } from '../../editor/webview/textQuery.ts';
import type { RequestSummary } from './requestLog.ts';

/** Time limit of a regular expression for one batch, in milliseconds. */
const patternTimeoutMs = 2000;

/** Searches the rows of the list of requests. */
export class RequestSearch {
  readonly #startWorker: StartRegexWorker;
  #query: TextQuery | undefined;
  #matcher: TextMatcher | undefined;

  constructor(startWorker: StartRegexWorker = startRegexWorker) {
    this.#startWorker = startWorker;
  }

  get hasQuery(): boolean {
    return this.#query !== undefined;
  }

  set query(query: TextQuery) {
    this.#matcher?.dispose();
    this.#matcher = undefined;
    this.#query = hasQueryText(query) ? query : undefined;
  }

  /**
   * Returns the IDs of the rows that contain the searched text. Rejects with a `PatternError` if the regular expression
   * isn't valid or takes too long.
   */
  async find(rows: readonly RequestSummary[]): Promise<readonly number[]> {
    if (!this.#query) return [];
    this.#matcher ??= this.#query.isRegex
      ? createPatternMatcher(this.#query, this.#startWorker, patternTimeoutMs)
      : createLiteralMatcher(this.#query);
    const matcher = this.#matcher;
    const ids: number[] = [];
    const texts = rows.map((row) => [row.id, getSearchedText(row)] as const);
    for (const { batch, owners } of splitIntoBatches(texts)) {
      const hits = await matcher.test(batch);
      ids.push(...Array.from(owners).filter((_, index) => hits[index] === 1));
    }
    return ids;
  }

  dispose(): void {
    this.#matcher?.dispose();
  }
}

/** Returns the text of a row, in the order of the list. */
const getSearchedText = ({ status, rpcMethod, target, method, path }: RequestSummary): string =>
  [status, rpcMethod, target, method, path].filter((text) => text !== undefined).join(' ');
