import { maskSecrets } from '../maskSecrets.ts';
import type { TestFailure } from './testOutcome.ts';

/** Maximum number of UTF-16 units of an expected or actual value. */
const maxTextLength = 100_000;

/** Returns a failure without secrets and with values of limited length. */
export function redactFailure(failure: TestFailure, secrets: readonly string[]): TestFailure {
  // Secrets are masked before the text is cut: a part of a secret is a secret as well.
  const safe = (text: string): string => {
    const masked = maskSecrets(text, secrets);
    return masked.length > maxTextLength ? `${masked.slice(0, maxTextLength)}…` : masked;
  };
  const { path, message, expected, actual } = failure;
  return {
    path,
    message: safe(message),
    ...(expected !== undefined && { expected: safe(expected) }),
    ...(actual !== undefined && { actual: safe(actual) }),
  };
}
