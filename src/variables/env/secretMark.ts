import type { Assignment } from './read.ts';

/** The first word of a comment behind an assignment that makes the variable a secret. */
export const secretMark = 'secret';

/** What `#` has cut off a value is no comment. */
export function isMarkedSecret({ comment, isCut }: Pick<Assignment, 'comment' | 'isCut'>): boolean {
  return !isCut && new RegExp(`^${secretMark}\\b`, 'i').test(comment ?? '');
}
