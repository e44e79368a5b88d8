import type { Assignment } from './parseEnv.ts';

/**
 * The placeholder for an unchanged value that isn't shown: the value of a secret, or one that a `.env` file can't hold.
 */
export const valuePlaceholder = '<unchanged>';

/** The first word of the comment after an assignment that makes the variable a secret. */
export const secretKeyword = 'secret';

/** The rest of a truncated value isn't a comment. */
export function isMarkedSecret({
  comment,
  isTruncated,
}: Pick<Assignment, 'comment' | 'isTruncated'>): boolean {
  return !isTruncated && new RegExp(`^${secretKeyword}\\b`, 'i').test(comment ?? '');
}
