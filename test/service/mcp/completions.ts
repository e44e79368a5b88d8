import type { CompleteResult } from '@modelcontextprotocol/sdk/types.js';

/** All values that an argument may have, by those of the other arguments that are known. */
export type CompleteArgument = (known: Readonly<Record<string, string>>) => readonly string[];

/** The protocol allows for so many in an answer. */
const maxValues = 100;

/** Those that begin with what was typed, in any case. */
export function createCompletion(all: readonly string[], prefix: string): CompleteResult {
  const matches = all.filter((value) => value.toLowerCase().startsWith(prefix.toLowerCase()));
  return {
    completion: {
      values: matches.slice(0, maxValues),
      total: matches.length,
      hasMore: matches.length > maxValues,
    },
  };
}
