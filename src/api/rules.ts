import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { logTimeRule, readLogTime } from './logTime.ts';

/** Rules for what goes out, in words that follow the field's name: `name: must be 1 to 100 characters`. */

/** A rule in words, which are made when they are wanted: the language of the editor is known later than the rules. */
export type RuleText = () => string;

/** The rule as an error, which also says when the value is missing. `ofType`: what is said of a value of another type. */
export const requiredRule = (rule: RuleText, ofType = rule) => ({
  error: (issue: { readonly input?: unknown }) =>
    issue.input === undefined ? l10n.t('is required and {0}', rule()) : ofType(),
});

/** The rule as an error. */
export const ruleError = (rule: RuleText) => ({ error: rule });

const mustBeText: RuleText = () => l10n.t('must be a string');
const mustNotBeEmpty: RuleText = () => l10n.t('must not be empty');
const mustNotBeBlank: RuleText = () => l10n.t('must not be blank');

/** A text of this many characters (code points, so that nothing is refused that the service may take). */
export function stringOfLength(min: number, max: number) {
  const rule: RuleText = () => l10n.t('must be {0} to {1} characters', min, max);
  return z.string(requiredRule(rule)).check(
    z.refine((text) => {
      const { length } = [...text];
      return length >= min && length <= max;
    }, ruleError(rule)),
  );
}

export const nonEmptyString = z
  .string(requiredRule(mustNotBeEmpty, mustBeText))
  .check(z.minLength(1, ruleError(mustNotBeEmpty)));

export const nonBlankString = z
  .string(requiredRule(mustNotBeBlank))
  .check(z.refine((text) => text.trim() !== '', ruleError(mustNotBeBlank)));

/** At most this many characters, counted as `sized` does. */
export function maxCharacters(max: number) {
  return z.refine<string>(
    (text) => [...text].length <= max,
    ruleError(() => l10n.t('must be at most {0} characters', max)),
  );
}

export const anyString = z.string(requiredRule(mustBeText));

export const booleanRule = z.boolean(requiredRule(() => l10n.t('must be true or false')));

/** One of these words. */
export function oneOf<const T extends readonly string[]>(words: T) {
  return z.enum(
    words,
    requiredRule(() => l10n.t('must be one of {0}', words.join(', '))),
  );
}

/** A list of at least and at most so many items. */
export function listOfLength<T extends z.ZodMiniType>(item: T, min: number, max: number) {
  const rule: RuleText = () => l10n.t('must be a list of {0} to {1} items', min, max);
  return z.readonly(
    z
      .array(item, requiredRule(rule))
      .check(z.minLength(min, ruleError(rule)), z.maxLength(max, ruleError(rule))),
  );
}

/** A list of any length. */
export function anyList<T extends z.ZodMiniType>(item: T) {
  return z.readonly(
    z.array(
      item,
      requiredRule(() => l10n.t('must be a list')),
    ),
  );
}

/** What goes out as the one field of a body. */
export function wrapInField<const Name extends string, T extends z.ZodMiniType>(name: Name, rule: T) {
  return z.pipe(
    z.transform((value: z.input<T>): unknown => ({ [name]: value })),
    z.object({ [name]: rule }),
  );
}

export function integerBetween(min: number, max: number) {
  const rule: RuleText = () => l10n.t('must be a whole number from {0} to {1}', min, max);
  return z
    .number(requiredRule(rule))
    .check(z.refine((value) => Number.isInteger(value) && value >= min && value <= max, ruleError(rule)));
}

/** A text for the query: anything that can be percent-encoded. */
export const queryString = anyString.check(
  z.refine(
    (text) => !/\p{Surrogate}/u.test(text),
    ruleError(() => l10n.t('must not contain an unpaired surrogate')),
  ),
);

/** `since` and `until`; an empty one is left out. */
export const logTime = z.pipe(
  z.union([z.string(), z.date()], ruleError(logTimeRule)),
  z.transform((time, context) => {
    if (typeof time === 'string' && time.trim() === '') return undefined;
    const read = readLogTime(time);
    if (read === undefined) {
      context.issues.push({ code: 'custom', message: logTimeRule(), input: undefined });
    }
    return read;
  }),
);
