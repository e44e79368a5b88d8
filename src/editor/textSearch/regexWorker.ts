import type { TextBatch } from './batch.ts';

/** A request for the texts of a batch that match a regular expression, and, with `includesMatches`, for the matches. */
interface RegexRequest extends TextBatch {
  readonly source: string;
  readonly flags: string;
  readonly includesMatches: boolean;
}

/**
 * The result for a batch: 1 for each text with a match, and, if requested, the beginnings of the unique matches in each
 * text.
 */
export interface RegexResult {
  readonly hits: Uint8Array;
  readonly matches: readonly (readonly string[])[];
}

/** The result, or the message of the engine if it failed. */
export type RegexResponse = RegexResult | { readonly error: string };

/** A thread for regular expressions of users, which can take forever. It responds in the order of the requests. */
export interface RegexWorker {
  post(request: RegexRequest): void;
  /** Ends the thread, even during a request. */
  end(): void;
}

export interface RegexWorkerEvents {
  onResponse(reply: RegexResponse): void;
  /** Called when the worker fails to start or ends unexpectedly. */
  onFailure(error: unknown): void;
}

/** Starts a worker. Throws if there are no workers. */
export type StartRegexWorker = (events: RegexWorkerEvents) => RegexWorker;

/** The code of the worker. The worker gets only the source text, so the function must not use anything outside. */
function runRegex({ source, flags, text, bounds, includesMatches }: RegexRequest): RegexResponse {
  try {
    const pattern = new RegExp(source, flags);
    const each = new RegExp(source, `${flags}g`);
    const hits = new Uint8Array(bounds.length - 1);
    const matches: string[][] = [];
    for (let index = 0; index < hits.length; index++) {
      const one = text.slice(bounds[index], bounds[index + 1]);
      if (one !== '' && pattern.test(one)) hits[index] = 1;
      // Limited to what a page can highlight.
      if (includesMatches)
        matches.push([...new Set(one.match(each)?.map((text) => text.slice(0, 1000)))].slice(0, 100));
    }
    return { hits, matches };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** The source text of the function that the worker runs. */
export const runRegexSource: string = runRegex.toString();
