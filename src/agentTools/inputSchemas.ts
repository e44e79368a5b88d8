import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { formatApiIssues, formatPath } from '../api/errors.ts';
import { logTimeRule, readLogTime } from '../api/logTime.ts';
import {
  anyString,
  integerBetween,
  listOfLength,
  nonBlankString,
  oneOf,
  ruleError,
} from '../api/requestSchemas.ts';
import { InputError } from '../editor/userError.ts';

// The same limits as in the input schemas of package.json, which the editor might not enforce.

const logTime = anyString.check(z.refine((text) => readLogTime(text) !== undefined, ruleError(logTimeRule)));
const offset = z._default(integerBetween(0, 1_000_000), 0);

/** Maximum value of `maxEntryLength`. An entry of this length fits into a result (`maxResultLength`). */
export const maxLogEntryLength = 6000;
const maxEntryLength = z._default(integerBetween(100, maxLogEntryLength), 1000);

const logLevels = ['ERROR', 'WARNING', 'INFO', 'DEBUG'] as const;
export const deploymentStates = ['deploying', 'deployed', 'failed', 'canceled', 'none'] as const;

export const listEnvironmentsInput = z.object({
  project: z.optional(nonBlankString),
  state: z.optional(oneOf(deploymentStates)),
  offset,
});

export const readLogsInput = z.object({
  environment: nonBlankString,
  since: z.optional(logTime),
  until: z.optional(logTime),
  levels: z.optional(listOfLength(oneOf(logLevels), 1, 4)),
  text: z.optional(nonBlankString),
  requestId: z.optional(nonBlankString),
  maxEntryLength,
});

export const readDeploymentInput = z.object({
  environment: nonBlankString,
  deploymentId: z.optional(nonBlankString),
  maxEntryLength,
});

export const readAuditInput = z
  .object({ environment: z.optional(nonBlankString), auditId: z.optional(nonBlankString), offset })
  .check(
    z.refine(
      ({ environment, auditId }) => environment !== undefined || auditId !== undefined,
      ruleError(() => l10n.t('environment or auditId is required')),
    ),
  );

export const compareVariablesInput = z.object({ first: nonBlankString, second: nonBlankString, offset });

export const deployInput = z.object({ environment: nonBlankString });

/** Returns the valid input of a tool. Throws an `InputError` that names each invalid field and its rule. */
export function parseInput<T extends z.ZodMiniType>(schema: T, input: unknown): z.infer<T> {
  const parsed = schema.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: formatPath(path), message }));
  throw new InputError(l10n.t('The input is invalid: {0}', formatApiIssues(issues)), { isPermanent: true });
}
