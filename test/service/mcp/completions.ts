import type { CompleteResult } from '@modelcontextprotocol/sdk/types.js';

/** Returns all possible values of an argument, which can depend on the other arguments. */
export type CompleteArgument = (context: Readonly<Record<string, string>>) => readonly string[];

/** The maximum number of values in a completion, as the protocol specifies. */
const maxValues = 100;

/** Returns the values that begin with a prefix, ignoring case. */
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
