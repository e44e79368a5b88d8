import type { CompleteResult } from '@modelcontextprotocol/sdk/types.js';

/** All values that an argument may have, by those of the other arguments that are known. */
export type Complete = (known: Readonly<Record<string, string>>) => readonly string[];

/** The protocol allows for so many in an answer. */
const most = 100;

/** Those that begin with what was typed, in any case. */
export function completion(all: readonly string[], typed: string): CompleteResult {
  const fitting = all.filter((value) => value.toLowerCase().startsWith(typed.toLowerCase()));
  return {
    completion: { values: fitting.slice(0, most), total: fitting.length, hasMore: fitting.length > most },
  };
}
