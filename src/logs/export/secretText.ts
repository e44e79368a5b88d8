/** The replacement of a secret. */
export const maskText = '•••';

/** Minimum length of a secret in characters. */
export const shortestSecret = 4;

/**
 * Whether the text consists of words and short numbers with separators, such as `invalid_token`, `/etc/app/key`, and
 * `refreshToken`. Such texts are hardly ever secrets.
 */
export function looksLikeWords(text: string): boolean {
  return /^[-_./:,!?]*(?:[A-Z]?[a-z]+(?:[A-Z][a-z]{2,})*|[A-Z]+|\d{1,4})(?:[-_./:,!?]+(?:[A-Z]?[a-z]+(?:[A-Z][a-z]{2,})*|[A-Z]+|\d{1,4}))*[-_./:,!?]*$/.test(
    text,
  );
}

/** Whether the text is a number, with or without a unit. */
export function isPlainNumber(text: string): boolean {
  return /^[-+]?\d[\d.,_]*(?:%|[a-z]{1,2})?$/i.test(text);
}
