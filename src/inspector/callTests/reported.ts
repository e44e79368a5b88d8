import { maskSecrets } from '../maskSecrets.ts';
import type { TestFailure } from './testOutcome.ts';

/** UTF-16 units of what was expected, and of what came, at most. */
const maxTextLength = 100_000;

/** A failure as a report may have it. */
export function redactFailure(failure: TestFailure, secrets: readonly string[]): TestFailure {
  // First: half a secret is one as well.
  const safe = (text: string): string => {
    const bare = maskSecrets(text, secrets);
    return bare.length > maxTextLength ? `${bare.slice(0, maxTextLength)}…` : bare;
  };
  const { path, message, expected, actual } = failure;
  return {
    path,
    message: safe(message),
    ...(expected !== undefined && { expected: safe(expected) }),
    ...(actual !== undefined && { actual: safe(actual) }),
  };
}
