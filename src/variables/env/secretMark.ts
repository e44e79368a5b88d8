import type { Assignment } from './parseEnv.ts';

/** The first word of the comment after an assignment that makes the variable a secret. */
export const secretMark = 'secret';

/** The rest of a truncated value isn't a comment. */
export function isMarkedSecret({
  comment,
  isTruncated,
}: Pick<Assignment, 'comment' | 'isTruncated'>): boolean {
  return !isTruncated && new RegExp(`^${secretMark}\\b`, 'i').test(comment ?? '');
}
