import { maskSecrets } from '../maskSecrets.ts';
import type { TestFailure } from './testOutcome.ts';

/** UTF-16 units of what was expected, and of what came, at most. */
const longest = 100_000;

/** A failure as a report may have it. */
export function reported(failure: TestFailure, secrets: readonly string[]): TestFailure {
  // First: half a secret is one as well.
  const safe = (text: string): string => {
    const bare = maskSecrets(text, secrets);
    return bare.length > longest ? `${bare.slice(0, longest)}…` : bare;
  };
  const { path, message, expected, actual } = failure;
  return {
    ...{ path, message: safe(message) },
    ...(expected !== undefined && { expected: safe(expected) }),
    ...(actual !== undefined && { actual: safe(actual) }),
  };
}
