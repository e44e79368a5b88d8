import * as z from 'zod/mini';
import { logTimeRule, readLogTime } from './logTime.ts';

/** Rules for what goes out, in words that follow the field's name: `name: must be 1 to 100 characters`. */

/** The rule as an error, which also says when the value is missing. `ofType`: what is said of a value of another type. */
export const orRequired = (rule: string, ofType = rule) => ({
  error: (issue: { readonly input?: unknown }) =>
    issue.input === undefined ? `is required and ${rule}` : ofType,
});

/** A text of this many characters (code points, so that nothing is refused that the service may take). */
export function sized(least: number, most: number) {
  const rule = `must be ${least} to ${most} characters`;
  return z.string(orRequired(rule)).check(
    z.refine((text) => {
      const { length } = [...text];
      return length >= least && length <= most;
    }, rule),
  );
}

export const filled = z
  .string(orRequired('must not be empty', 'must be text'))
  .check(z.minLength(1, 'must not be empty'));

export const notBlank = z
  .string(orRequired('must not be blank'))
  .check(z.refine((text) => text.trim() !== '', 'must not be blank'));

/** At most this many characters, counted as `sized` does. */
export function atMost(most: number) {
  return z.refine<string>((text) => [...text].length <= most, `must be at most ${most} characters`);
}

export const anyText = z.string(orRequired('must be text'));

export const flag = z.boolean(orRequired('must be true or false'));

/** One of these words. */
export function oneOf<const T extends readonly string[]>(words: T) {
  return z.enum(words, orRequired(`must be one of ${words.join(', ')}`));
}

/** A list of at least and at most so many items. */
export function listOf<T extends z.ZodMiniType>(item: T, least: number, most: number) {
  const rule = `must be a list of ${least} to ${most} items`;
  return z.readonly(z.array(item, orRequired(rule)).check(z.minLength(least, rule), z.maxLength(most, rule)));
}

/** A list of any length. */
export function anyListOf<T extends z.ZodMiniType>(item: T) {
  return z.readonly(z.array(item, orRequired('must be a list')));
}

export function wholeNumber(least: number, most: number) {
  const rule = `must be a whole number from ${least} to ${most}`;
  return z
    .number(orRequired(rule))
    .check(z.refine((value) => Number.isInteger(value) && value >= least && value <= most, rule));
}

/** A text for the query: anything that can be percent-encoded. */
export const queryable = anyText.check(
  z.refine((text) => !/\p{Surrogate}/u.test(text), 'must not hold half a surrogate pair'),
);

/** `since` and `until`; an empty one is left out. */
export const logTime = z.pipe(
  z.union([z.string(), z.date()], logTimeRule),
  z.transform((time, context) => {
    if (typeof time === 'string' && time.trim() === '') return undefined;
    const read = readLogTime(time);
    if (read === undefined) {
      context.issues.push({ code: 'custom', message: logTimeRule, input: undefined });
    }
    return read;
  }),
);
