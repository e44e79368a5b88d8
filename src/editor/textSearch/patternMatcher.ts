import type { TextQuery } from '../webview/textQuery.ts';
import type { TextBatch, TextMatcher } from './batch.ts';
import type { RegexResponse, RegexResult, RegexWorker, StartRegexWorker } from './regexWorker.ts';

/**
 * Why a search with a regular expression failed. `slow`: the search takes too much time or memory. `unavailable`: the
 * editor can't run a worker.
 */
type PatternFailure = 'invalid' | 'slow' | 'unavailable';

/** The error of a search with a regular expression. If its kind is `invalid`, the message comes from the engine. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
  readonly kind: PatternFailure;

  constructor(kind: PatternFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

interface PendingBatch {
  resolve(result: RegexResult): void;
  reject(error: unknown): void;
}

/** A matcher for a regular expression, which also returns the matches. */
interface PatternMatcher extends TextMatcher {
  /** Returns the different matches in each text. */
  matches(batch: TextBatch): Promise<RegexResult['matches']>;
}

/**
 * Creates a matcher for a regular expression. Throws a `PatternError` if the expression is invalid. The search runs in
 * a worker, which starts with the first batch. If a batch takes longer than `limitMs`, the worker is terminated, and
 * all later searches reject with the same error.
 */
export function createPatternMatcher(
  { text, isCaseSensitive }: TextQuery,
  startWorker: StartRegexWorker,
  limitMs: number,
): PatternMatcher {
  const { source, flags } = compileRegExp(text, isCaseSensitive ? 'm' : 'im');
  const pending: PendingBatch[] = [];
  let worker: RegexWorker | undefined;
  let failure: { readonly reason: unknown } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function start(): RegexWorker {
    try {
      return startWorker({ onResponse, onFailure: (error) => fail(createUnavailableError(error)) });
    } catch (error) {
      const reason = createUnavailableError(error);
      fail(reason);
      throw reason;
    }
  }

  function onResponse(response: RegexResponse): void {
    if (failure) return;
    if ('error' in response) {
      // The expression was compiled before, so the error means that the engine ran out of memory or stack.
      fail(new PatternError('slow', response.error));
    } else {
      pending.shift()?.resolve(response);
      startTimer();
    }
  }

  /** Limits the time for the first pending batch, which the worker is searching. */
  function startTimer(): void {
    clearTimeout(timer);
    if (pending.length === 0) return;
    const tooSlow = (): void => fail(new PatternError('slow', 'The regular expression takes too long.'));
    // Two timers: if this thread was blocked, a response that has arrived is handled between them.
    timer = setTimeout(() => {
      timer = setTimeout(tooSlow, limitMs / 2);
    }, limitMs / 2);
  }

  function fail(reason: unknown): void {
    if (failure) return;
    failure = { reason };
    clearTimeout(timer);
    worker?.end();
    for (const { reject } of pending.splice(0)) reject(reason);
  }

  async function search(batch: TextBatch, includesMatches: boolean): Promise<RegexResult> {
    if (failure) throw failure.reason;
    worker ??= start();
    const { promise, resolve, reject } = Promise.withResolvers<RegexResult>();
    pending.push({ resolve, reject });
    worker.post({ source, flags, includesMatches, ...batch });
    if (pending.length === 1) startTimer();
    return await promise;
  }

  return {
    test: async (batch) => (await search(batch, false)).hits,
    matches: async (batch) => (await search(batch, true)).matches,
    dispose: () => fail(new DOMException('The search is over.', 'AbortError')),
  };
}

function compileRegExp(text: string, flags: string): RegExp {
  try {
    return new RegExp(text, flags);
  } catch (error) {
    throw new PatternError('invalid', error instanceof Error ? error.message : String(error), error);
  }
}

function createUnavailableError(cause: unknown): PatternError {
  return new PatternError('unavailable', 'Regular expressions need a worker, and none can run here.', cause);
}
