import type { Failure } from './outcome.ts';

/** UTF-16 units of what was expected, and of what came, at most. */
const longest = 100_000;

/** A text without the values of headers, which a server may send back; also as JSON has them. */
export function masked(text: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  // The longest first: another one may be a part of it.
  const found = [...new Set(forms)].sort((one, other) => other.length - one.length);
  return found.reduce((rest, form) => (form === '' ? rest : rest.replaceAll(form, '•••')), text);
}

/** A failure as a report may have it. */
export function reported(failure: Failure, secrets: readonly string[]): Failure {
  // First: half a secret is one as well.
  const safe = (text: string): string => {
    const bare = masked(text, secrets);
    return bare.length > longest ? `${bare.slice(0, longest)}…` : bare;
  };
  const { path, message, expected, actual } = failure;
  return {
    ...{ path, message: safe(message) },
    ...(expected !== undefined && { expected: safe(expected) }),
    ...(actual !== undefined && { actual: safe(actual) }),
  };
}
