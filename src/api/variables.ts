import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { omitUndefined } from '../fields.ts';
import { anyList, anyString, booleanRule, nonEmptyString, ruleError } from './rules.ts';
import { id, optionalText, record, secretUnlessFalse } from './schemas.ts';

/** The service's rule for the key of an environment variable; some keys are reserved besides. */
export const variableKey = anyString.check(
  z.regex(
    /^[a-zA-Z][a-zA-Z0-9_]+$/,
    ruleError(() =>
      l10n.t(
        'must have at least 2 characters, start with a letter, and contain only letters, digits, and underscores',
      ),
    ),
  ),
);

/** Required where the service could do without: it may read an absent one as `false` and show a secret. */
const isSecret = booleanRule;

const newVariable = z.object({ key: variableKey, value: nonEmptyString, isSecret });

/** A variable to be created. */
export type NewVariable = z.infer<typeof newVariable>;

export const newVariables = anyList(newVariable);

export const variableChange = z.object({ key: variableKey, value: z.optional(nonEmptyString), isSecret });

/** E6: `isSecret` is the known current value; an absent `value` stays as it is. */
export type VariableChange = z.infer<typeof variableChange>;

/** An environment variable as the service lists it; the value of a secret one isn't kept. */
export const variable = z.pipe(
  record({
    id,
    key: optionalText,
    value: optionalText,
    isSecret: secretUnlessFalse,
    createdAt: optionalText,
  }),
  z.transform((read) =>
    omitUndefined({ ...read, key: read.key ?? read.id, value: read.isSecret ? undefined : read.value }),
  ),
);

/** An environment variable; a secret one has no `value`. */
export type Variable = z.infer<typeof variable>;
