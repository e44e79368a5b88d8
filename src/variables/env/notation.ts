import type { Assignment } from './parseEnv.ts';

/** The placeholder for an unchanged value that isn't shown: it's secret or unknown, or a `.env` file can't hold it. */
export const valuePlaceholder = '<unchanged>';

/** The word that makes a variable a secret if the comment after its assignment begins with it: `KEY=value # secret`. */
export const secretKeyword = 'secret';

/** Whether the comment after an assignment begins with `secret`. The rest of a truncated value isn't a comment. */
export function isMarkedSecret({
  comment,
  isTruncated,
}: Pick<Assignment, 'comment' | 'isTruncated'>): boolean {
  return !isTruncated && new RegExp(`^${secretKeyword}\\b`, 'i').test(comment ?? '');
}
