import type { TextBatch } from './batch.ts';

/**
 * A request to find the texts of a batch that match a regular expression. `includesMatches` also requests the matches.
 */
interface RegexRequest extends TextBatch {
  readonly source: string;
  readonly flags: string;
  readonly includesMatches: boolean;
}

/**
 * The result for a batch. `hits`: 1 for each text with a match. `matches`: the different matches in each text,
 * shortened to 1000 characters. Empty if they weren't requested.
 */
export interface RegexResult {
  readonly hits: Uint8Array;
  readonly matches: readonly (readonly string[])[];
}

/** The result, or the message of the engine if it failed. */
export type RegexResponse = RegexResult | { readonly error: string };

/**
 * A thread for regular expressions of users, which can take forever. Its responses are in the order of the requests.
 */
export interface RegexWorker {
  post(request: RegexRequest): void;
  /** Ends the thread, even during a request. */
  end(): void;
}

export interface RegexWorkerEvents {
  onResponse(response: RegexResponse): void;
  /** Called when the worker fails to start or ends unexpectedly. */
  onFailure(error: unknown): void;
}

/** Starts a worker. Throws if the editor can't run workers. */
export type StartRegexWorker = (events: RegexWorkerEvents) => RegexWorker;

/**
 * The code of the worker. Must not use anything outside of this function, because the worker gets only its source text.
 */
function runRegex({ source, flags, text, bounds, includesMatches }: RegexRequest): RegexResponse {
  try {
    const pattern = new RegExp(source, flags);
    const globalPattern = new RegExp(source, `${flags}g`);
    const hits = new Uint8Array(bounds.length - 1);
    const matches: string[][] = [];
    for (let index = 0; index < hits.length; index++) {
      const content = text.slice(bounds[index], bounds[index + 1]);
      if (content !== '' && pattern.test(content)) hits[index] = 1;
      // A page doesn't highlight more matches, or longer ones.
      if (includesMatches)
        matches.push(
          [...new Set(content.match(globalPattern)?.map((text) => text.slice(0, 1000)))].slice(0, 100),
        );
    }
    return { hits, matches };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** The source text of `runRegex`, for the worker. */
export const runRegexSource: string = runRegex.toString();
