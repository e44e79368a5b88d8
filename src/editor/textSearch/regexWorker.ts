import type { TextBatch } from './batch.ts';

/** What a worker is asked: which texts of a batch match a regular expression, and, if wanted, what in them does. */
interface RegexRequest extends TextBatch {
  readonly source: string;
  readonly flags: string;
  readonly includesMatches: boolean;
}

/** What is found in the texts of a batch: 1 for a match; if wanted, how what matches in each begins, each text once. */
export interface RegexResult {
  readonly hits: Uint8Array;
  readonly matches: readonly (readonly string[])[];
}

/** What is found, or the engine's words when it gave up on the expression. */
export type RegexResponse = RegexResult | { readonly error: string };

/** A thread for regular expressions of people, which can take forever. It answers in the order of the requests. */
export interface RegexWorker {
  post(request: RegexRequest): void;
  /** Ends it in the middle of a request too. */
  end(): void;
}

export interface RegexWorkerEvents {
  onResponse(reply: RegexResponse): void;
  /** The worker didn't start, or has ended by itself. */
  onFailure(error: unknown): void;
}

/** Throws if there are no workers here. */
export type StartRegexWorker = (events: RegexWorkerEvents) => RegexWorker;

/** What the worker does. Its text is all that the worker gets, so it must use nothing from outside itself. */
function runRegex({ source, flags, text, bounds, includesMatches }: RegexRequest): RegexResponse {
  try {
    const pattern = new RegExp(source, flags);
    const each = new RegExp(source, `${flags}g`);
    const hits = new Uint8Array(bounds.length - 1);
    const matches: string[][] = [];
    for (let index = 0; index < hits.length; index++) {
      const one = text.slice(bounds[index], bounds[index + 1]);
      if (one !== '' && pattern.test(one)) hits[index] = 1;
      // As much of each as a page can mark.
      if (includesMatches)
        matches.push([...new Set(one.match(each)?.map((text) => text.slice(0, 1000)))].slice(0, 100));
    }
    return { hits, matches };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** The source text of a function from a request to its reply. */
export const runRegexSource: string = runRegex.toString();
