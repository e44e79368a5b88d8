import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { logTimeRule, readLogTime } from './logTime.ts';

/** Rules for what goes out, in words that follow the field's name: `name: must be 1 to 100 characters`. */

/** A rule in words, which are made when they are wanted: the language of the editor is known later than the rules. */
export type Words = () => string;

/** The rule as an error, which also says when the value is missing. `ofType`: what is said of a value of another type. */
export const orRequired = (rule: Words, ofType = rule) => ({
  error: (issue: { readonly input?: unknown }) =>
    issue.input === undefined ? l10n.t('is required and {0}', rule()) : ofType(),
});

/** The rule as an error. */
export const breaks = (rule: Words) => ({ error: rule });

const mustBeText: Words = () => l10n.t('must be a string');
const mustNotBeEmpty: Words = () => l10n.t('must not be empty');
const mustNotBeBlank: Words = () => l10n.t('must not be blank');

/** A text of this many characters (code points, so that nothing is refused that the service may take). */
export function sized(least: number, most: number) {
  const rule: Words = () => l10n.t('must be {0} to {1} characters', least, most);
  return z.string(orRequired(rule)).check(
    z.refine((text) => {
      const { length } = [...text];
      return length >= least && length <= most;
    }, breaks(rule)),
  );
}

export const filled = z
  .string(orRequired(mustNotBeEmpty, mustBeText))
  .check(z.minLength(1, breaks(mustNotBeEmpty)));

export const notBlank = z
  .string(orRequired(mustNotBeBlank))
  .check(z.refine((text) => text.trim() !== '', breaks(mustNotBeBlank)));

/** At most this many characters, counted as `sized` does. */
export function atMost(most: number) {
  return z.refine<string>(
    (text) => [...text].length <= most,
    breaks(() => l10n.t('must be at most {0} characters', most)),
  );
}

export const anyText = z.string(orRequired(mustBeText));

export const flag = z.boolean(orRequired(() => l10n.t('must be true or false')));

/** One of these words. */
export function oneOf<const T extends readonly string[]>(words: T) {
  return z.enum(
    words,
    orRequired(() => l10n.t('must be one of {0}', words.join(', '))),
  );
}

/** A list of at least and at most so many items. */
export function listOf<T extends z.ZodMiniType>(item: T, least: number, most: number) {
  const rule: Words = () => l10n.t('must be a list of {0} to {1} items', least, most);
  return z.readonly(
    z.array(item, orRequired(rule)).check(z.minLength(least, breaks(rule)), z.maxLength(most, breaks(rule))),
  );
}

/** A list of any length. */
export function anyListOf<T extends z.ZodMiniType>(item: T) {
  return z.readonly(
    z.array(
      item,
      orRequired(() => l10n.t('must be a list')),
    ),
  );
}

/** What goes out as the one field of a body. */
export function inField<const Name extends string, T extends z.ZodMiniType>(name: Name, rule: T) {
  return z.pipe(
    z.transform((value: z.input<T>): unknown => ({ [name]: value })),
    z.object({ [name]: rule }),
  );
}

export function wholeNumber(least: number, most: number) {
  const rule: Words = () => l10n.t('must be a whole number from {0} to {1}', least, most);
  return z
    .number(orRequired(rule))
    .check(z.refine((value) => Number.isInteger(value) && value >= least && value <= most, breaks(rule)));
}

/** A text for the query: anything that can be percent-encoded. */
export const queryable = anyText.check(
  z.refine(
    (text) => !/\p{Surrogate}/u.test(text),
    breaks(() => l10n.t('must not contain an unpaired surrogate')),
  ),
);

/** `since` and `until`; an empty one is left out. */
export const logTime = z.pipe(
  z.union([z.string(), z.date()], breaks(logTimeRule)),
  z.transform((time, context) => {
    if (typeof time === 'string' && time.trim() === '') return undefined;
    const read = readLogTime(time);
    if (read === undefined) {
      context.issues.push({ code: 'custom', message: logTimeRule(), input: undefined });
    }
    return read;
  }),
);
