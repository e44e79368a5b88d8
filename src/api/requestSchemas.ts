import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { logTimeRule, readLogTime } from './logTime.ts';

/** Rules for requests. Their texts follow the name of a field: `name: must be 1 to 100 characters`. */

/**
 * Returns the text of a rule. A function, because the language of the editor is known only after the rules are created.
 */
export type RuleText = () => string;

/**
 * Creates the error of a rule, which also reports a missing value. `ofType` is the text for a value of another type.
 */
export const requiredRuleError = (rule: RuleText, typeRule = rule) => ({
  error: (issue: { readonly input?: unknown }) =>
    issue.input === undefined ? l10n.t('is required and {0}', rule()) : typeRule(),
});

/** Creates the error of a rule. */
export const ruleError = (rule: RuleText) => ({ error: rule });

const mustBeText: RuleText = () => l10n.t('must be a string');
const mustNotBeEmpty: RuleText = () => l10n.t('must not be empty');
const mustNotBeBlank: RuleText = () => l10n.t('must not be blank');

/** A string of `min` to `max` code points. Code points, so that nothing is rejected that the service might accept. */
export function stringOfLength(min: number, max: number) {
  const rule: RuleText = () => l10n.t('must be {0} to {1} characters', min, max);
  return z.string(requiredRuleError(rule)).check(
    z.refine((text) => {
      const { length } = [...text];
      return length >= min && length <= max;
    }, ruleError(rule)),
  );
}

export const nonEmptyString = z
  .string(requiredRuleError(mustNotBeEmpty, mustBeText))
  .check(z.minLength(1, ruleError(mustNotBeEmpty)));

export const nonBlankString = z
  .string(requiredRuleError(mustNotBeBlank))
  .check(z.refine((text) => text.trim() !== '', ruleError(mustNotBeBlank)));

/** At most `max` code points. */
export function maxCharacters(max: number) {
  return z.refine<string>(
    (text) => [...text].length <= max,
    ruleError(() => l10n.t('must be at most {0} characters', max)),
  );
}

export const anyString = z.string(requiredRuleError(mustBeText));

export const anyBoolean = z.boolean(requiredRuleError(() => l10n.t('must be true or false')));

/** One of the given strings. */
export function oneOf<const T extends readonly string[]>(values: T) {
  return z.enum(
    values,
    requiredRuleError(() => l10n.t('must be one of {0}', values.join(', '))),
  );
}

/** A list of `min` to `max` items. */
export function listOfLength<T extends z.ZodMiniType>(item: T, min: number, max: number) {
  const rule: RuleText = () => l10n.t('must be a list of {0} to {1} items', min, max);
  return z.readonly(
    z
      .array(item, requiredRuleError(rule))
      .check(z.minLength(min, ruleError(rule)), z.maxLength(max, ruleError(rule))),
  );
}

/** A list of any length. */
export function anyList<T extends z.ZodMiniType>(item: T) {
  return z.readonly(
    z.array(
      item,
      requiredRuleError(() => l10n.t('must be a list')),
    ),
  );
}

/** Wraps the input in the only field of the body. */
export function wrapInField<const Name extends string, T extends z.ZodMiniType>(name: Name, rule: T) {
  return z.pipe(
    z.transform((value: z.input<T>): unknown => ({ [name]: value })),
    z.object({ [name]: rule }),
  );
}

export function integerBetween(min: number, max: number) {
  const rule: RuleText = () => l10n.t('must be a whole number from {0} to {1}', min, max);
  return z
    .number(requiredRuleError(rule))
    .check(z.refine((value) => Number.isInteger(value) && value >= min && value <= max, ruleError(rule)));
}

/** A string for the query, which must be possible to percent-encode. */
export const queryString = anyString.check(
  z.refine(
    (text) => !/\p{Surrogate}/u.test(text),
    ruleError(() => l10n.t('must not contain an unpaired surrogate')),
  ),
);

/** A value for `since` or `until`. An empty one isn't sent. */
export const logTimeSchema = z.pipe(
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
