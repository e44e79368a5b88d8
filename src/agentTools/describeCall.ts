import * as l10n from '@vscode/l10n';
import type * as z from 'zod/mini';
import { truncateText } from '../domain/plainText.ts';
import {
  compareVariablesInput,
  deployInput,
  listEnvironmentsInput,
  readAuditInput,
  readDeploymentInput,
  readLogsInput,
} from './inputSchemas.ts';

/** Maximum number of characters of a value of the input, such as the path of an environment. */
const maxValueLength = 60;
/** Maximum number of characters of the condition of a filter. */
const maxConditionLength = 30;

/** Returns a text for an input that might not be valid. */
type DescribeInput = (input: unknown) => string;

/** Returns a text for valid inputs, and the text `getDefault()` for others. */
function describeInput<T extends z.ZodMiniType>(
  schema: T,
  describe: (input: z.infer<T>) => string,
  getDefault: () => string,
): DescribeInput {
  return (input) => {
    const parsed = schema.safeParse(input ?? {});
    return parsed.success ? describe(parsed.data) : getDefault();
  };
}

/**
 * The texts by the names of the tools. The chat keeps showing a text after the call has ended, even if the user
 * declined. The API has no text for the end of a call.
 */
const descriptions: Readonly<Record<string, DescribeInput>> = {
  hosted_mcp_list_environments: describeInput(
    listEnvironmentsInput,
    ({ project, state }) =>
      addConditions(l10n.t('Listing environments'), [
        project === undefined ? undefined : l10n.t('project "{0}"', toCondition(project)),
        state,
      ]),
    () => l10n.t('Listing environments'),
  ),
  hosted_mcp_read_logs: describeInput(
    readLogsInput,
    ({ environment, levels, text, requestId, since, until }) =>
      addConditions(l10n.t('Reading logs of {0}', toValue(environment)), [
        levels?.map(describeLevel).join(', '),
        text === undefined ? undefined : `"${toCondition(text)}"`,
        requestId === undefined ? undefined : l10n.t('request {0}', toCondition(requestId)),
        describeRange(since, until),
      ]),
    () => l10n.t('Reading logs'),
  ),
  hosted_mcp_read_deployment: describeInput(
    readDeploymentInput,
    ({ environment, deploymentId }) =>
      deploymentId === undefined
        ? l10n.t('Reading the latest deployment of {0}', toValue(environment))
        : l10n.t('Reading deployment {0} of {1}', toValue(deploymentId), toValue(environment)),
    () => l10n.t('Reading a deployment'),
  ),
  hosted_mcp_read_audit: describeInput(
    readAuditInput,
    ({ environment = '', auditId }) =>
      auditId === undefined
        ? l10n.t('Reading the latest audit of {0}', toValue(environment))
        : l10n.t('Reading audit {0}', toValue(auditId)),
    () => l10n.t('Reading an audit'),
  ),
  hosted_mcp_compare_variables: describeInput(
    compareVariablesInput,
    ({ first, second }) =>
      l10n.t('Comparing the names of variables of {0} and {1}', toValue(first), toValue(second)),
    () => l10n.t('Comparing the names of variables'),
  ),
  hosted_mcp_deploy: describeInput(
    deployInput,
    ({ environment }) => l10n.t('Requesting a deployment of {0}', toValue(environment)),
    () => l10n.t('Requesting a deployment'),
  ),
};

/** Returns the text of a call of this tool for the chat, as one line of plain text. */
export function describeCall(name: string, input: unknown): string {
  return descriptions[name]?.(input) ?? name;
}

const toValue = (text: string): string => truncateText(text, maxValueLength);
const toCondition = (text: string): string => truncateText(text, maxConditionLength);

function addConditions(text: string, conditions: readonly (string | undefined)[]): string {
  const present = conditions.filter((condition) => condition !== undefined);
  return present.length === 0 ? text : l10n.t('{0} ({1})', text, present.join(', '));
}

function describeLevel(level: string): string {
  if (level === 'ERROR') return l10n.t('errors');
  return level === 'WARNING' ? l10n.t('warnings') : level;
}

function describeRange(since: string | undefined, until: string | undefined): string | undefined {
  // A date or a time ends with a digit or `Z`.
  const isDuration = (time: string): boolean => /[smhdw]$/.test(time.trim());
  const format = (time: string): string =>
    isDuration(time) ? l10n.t('{0} ago', toCondition(time)) : toCondition(time);
  if (until !== undefined) {
    return since === undefined
      ? l10n.t('until {0}', format(until))
      : l10n.t('{0} to {1}', format(since), format(until));
  }
  if (since === undefined) return undefined;
  return isDuration(since) ? l10n.t('last {0}', toCondition(since)) : l10n.t('since {0}', format(since));
}
