import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { omitUndefined } from '../fields.ts';
import { anyBoolean, anyList, anyString, nonEmptyString, ruleError } from './requestSchemas.ts';
import { optionalText, record, requiredId, secretUnlessFalse } from './responseSchemas.ts';

/** The key of an environment variable. The service rejects some of these keys too, because they are reserved. */
export const variableKeySchema = anyString.check(
  z.regex(
    /^[a-zA-Z][a-zA-Z0-9_]+$/,
    ruleError(() =>
      l10n.t(
        'must have at least 2 characters, start with a letter, and contain only letters, digits, and underscores',
      ),
    ),
  ),
);

/**
 * Required, although the service accepts a request without it. The service might interpret a missing value as `false`,
 * and reveal a secret.
 */
const isSecretSchema = anyBoolean;

const newVariableSchema = z.object({
  key: variableKeySchema,
  value: nonEmptyString,
  isSecret: isSecretSchema,
});

export const newVariablesSchema = anyList(newVariableSchema);

export const variableChangeSchema = z.object({
  key: variableKeySchema,
  value: z.optional(nonEmptyString),
  isSecret: isSecretSchema,
});

/** Reads an environment variable in a list, without the value of a secret variable. */
export const variableSchema = z.pipe(
  record({
    id: requiredId,
    key: optionalText,
    value: optionalText,
    isSecret: secretUnlessFalse,
    createdAt: optionalText,
  }),
  z.transform((read) =>
    omitUndefined({ ...read, key: read.key ?? read.id, value: read.isSecret ? undefined : read.value }),
  ),
);

/** An environment variable. A secret variable has no `value`. */
export type Variable = z.infer<typeof variableSchema>;
