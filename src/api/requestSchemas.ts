import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { logTimeRule, readLogTime } from './logTime.ts';

/**
 * Schemas for the input of requests. Their error messages follow the name of a field: `name: must be 1 to 100
 * characters`.
 *
 * @module
 */

/**
 * Returns the error message of a rule. A function, because the schemas are created before the language of the editor is
 * known.
 */
export type RuleText = () => string;

/**
 * Creates the options of a schema whose error message differs if the value is missing. `typeRule` is the message for
 * a value of another type. Default: `rule`.
 */
export const requiredRuleError = (rule: RuleText, typeRule = rule) => ({
  error: (issue: { readonly input?: unknown }) =>
    issue.input === undefined ? l10n.t('is required and {0}', rule()) : typeRule(),
});

/** Creates the options of a schema or a check with an error message. */
export const ruleError = (rule: RuleText) => ({ error: rule });

const mustBeText: RuleText = () => l10n.t('must be a string');
const mustNotBeEmpty: RuleText = () => l10n.t('must not be empty');
const mustNotBeBlank: RuleText = () => l10n.t('must not be blank');

/** A string of `min` to `max` code points. UTF-16 units would reject strings that the service might accept. */
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

/** A check for strings of at most `max` code points. */
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

/** Creates the schema of a body with one field, which contains the input. */
export function wrapInField<const Name extends string, T extends z.ZodMiniType>(name: Name, schema: T) {
  return z.pipe(
    z.transform((value: z.input<T>): unknown => ({ [name]: value })),
    z.object({ [name]: schema }),
  );
}

export function integerBetween(min: number, max: number) {
  const rule: RuleText = () => l10n.t('must be a whole number from {0} to {1}', min, max);
  return z
    .number(requiredRuleError(rule))
    .check(z.refine((value) => Number.isInteger(value) && value >= min && value <= max, ruleError(rule)));
}

/** A string for a query. Unpaired surrogates are rejected, because they can't be percent-encoded. */
export const queryString = anyString.check(
  z.refine(
    (text) => !/\p{Surrogate}/u.test(text),
    ruleError(() => l10n.t('must not contain an unpaired surrogate')),
  ),
);

/** A value for `since` or `until`. An empty string becomes `undefined`, which isn't sent. */
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
