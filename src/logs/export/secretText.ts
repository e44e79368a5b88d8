/** What stands in the place of a secret. */
export const maskText = '•••';

/** Characters of the shortest value that counts as a secret. */
export const shortestSecret = 4;

/**
 * Words and short numbers with separators between, such as `invalid_token`, `/etc/app/key` or `refreshToken`: what
 * people and programs write, and hardly ever a secret.
 */
export function looksLikeWords(text: string): boolean {
  return /^[-_./:,!?]*(?:[A-Z]?[a-z]+(?:[A-Z][a-z]{2,})*|[A-Z]+|\d{1,4})(?:[-_./:,!?]+(?:[A-Z]?[a-z]+(?:[A-Z][a-z]{2,})*|[A-Z]+|\d{1,4}))*[-_./:,!?]*$/.test(
    text,
  );
}

/** A number, with a unit or without. */
export function isPlainNumber(text: string): boolean {
  return /^[-+]?\d[\d.,_]*(?:%|[a-z]{1,2})?$/i.test(text);
}
