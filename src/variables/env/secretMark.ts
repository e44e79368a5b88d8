import type { Assignment } from './parseEnv.ts';

/** The first word of a comment behind an assignment that makes the variable a secret. */
export const secretMark = 'secret';

/** What `#` has cut off a value is no comment. */
export function isMarkedSecret({
  comment,
  isTruncated,
}: Pick<Assignment, 'comment' | 'isTruncated'>): boolean {
  return !isTruncated && new RegExp(`^${secretMark}\\b`, 'i').test(comment ?? '');
}
