import * as vscode from 'vscode';
import type { Deployment } from '../api/deployments.ts';
import { isNotFoundError, isUnsupportedError } from '../api/errors.ts';
import type { LogExcerpt, LogReading } from '../domain/logExcerpt.ts';
import { UserError } from '../editor/userError.ts';
import { findEnvironment } from './findEnvironment.ts';
import { createDelimiter, formatDataBlock, sanitizeValue } from './formatResult.ts';
import { parseInput, readDeploymentInput, readLogsInput } from './inputSchemas.ts';
import { toDeploymentRecord } from './listEnvironmentsTool.ts';
import type { AgentTool, FormatResult, ToolCall } from './tool.ts';

export const readLogsTool: AgentTool = {
  describe: () => vscode.l10n.t('Reading logs'),
  async run(input, call) {
    const { environment, maxEntryLength, ...query } = parseInput(readLogsInput, input);
    const { environmentId } = await findEnvironment(environment, 'environment', call);
    const reading = await call.logReader.read({ environmentId }, query, call.signal);
    const hasCondition = Object.values(query).some((value) => value !== undefined);
    if (reading.entryCount === 0) return () => describeEmptyLog(hasCondition, reading.hasOlder);
    return formatLog({ intro: [], reading, maxEntryLength, isContinuable: true });
  },
};

export const readDeploymentTool: AgentTool = {
  describe: () => vscode.l10n.t('Reading a deployment'),
  async run(input, call) {
    const { environment, deploymentId, maxEntryLength } = parseInput(readDeploymentInput, input);
    const { record } = await findEnvironment(environment, 'environment', call);
    const deployment =
      deploymentId === undefined ? record?.latestDeployment : await readDeployment(deploymentId, call);
    const id = deployment?.id ?? deploymentId;
    if (id === undefined) {
      throw new UserError(
        vscode.l10n.t(
          'The service returns no deployment of this environment. If the user has the ID of one, use deploymentId.',
        ),
        { isPermanent: true },
      );
    }
    const reading = await call.logReader.read({ deploymentId: id }, {}, call.signal);
    const { mask } = call.logReader;
    const intro = deployment ? [JSON.stringify(sanitizeValue(toDeploymentRecord(deployment), mask))] : [];
    return formatLog({ intro, reading, maxEntryLength, isContinuable: false });
  },
};

/** Reads a deployment (`deployments.get`), or returns `undefined` if the service doesn't support that. */
async function readDeployment(id: string, { context, signal }: ToolCall): Promise<Deployment | undefined> {
  const client = await context.connection.client();
  try {
    return await client.deployments.get(id, { signal });
  } catch (error) {
    if (isUnsupportedError(error)) return undefined;
    if (!isNotFoundError(error)) throw error;
    throw new UserError(
      vscode.l10n.t('deploymentId: there is no such deployment. Without it, the latest one is returned.'),
      { isPermanent: true },
    );
  }
}

function describeEmptyLog(hasCondition: boolean, hasOlder: boolean): string {
  if (hasOlder)
    return vscode.l10n.t(
      'No entry matches among the newest entries that were read. Call the tool again with an earlier until.',
    );
  return hasCondition
    ? vscode.l10n.t('No entry matches. Call the tool again with an earlier since, or with fewer conditions.')
    : vscode.l10n.t('The log has no entries. The server logs entries when it is called.');
}

interface LogResult {
  /** Data lines before the log. */
  readonly intro: readonly string[];
  readonly reading: LogReading;
  readonly maxEntryLength: number;
  /** Whether older entries can be requested with `until`. */
  readonly isContinuable: boolean;
}

function formatLog({ intro, reading, maxEntryLength, isContinuable }: LogResult): FormatResult {
  const delimiter = createDelimiter();
  return (maxLength) => {
    const format = (excerpt: LogExcerpt): string => {
      const notes = describeExcerpt(excerpt, reading, isContinuable);
      const data = [...intro, excerpt.text].filter((part) => part !== '').join('\n');
      return [...notes, ...(data === '' ? [] : [formatDataBlock(data, delimiter)])].join('\n');
    };
    const formatWithin = (length: number): LogExcerpt =>
      reading.format({ text: Math.max(0, length), entry: maxEntryLength });
    // The notes depend on the excerpt, so their length is known only afterwards.
    let [length, excerpt] = [maxLength, formatWithin(maxLength)];
    while (excerpt.shownCount > 0 && format(excerpt).length > maxLength) {
      length -= format(excerpt).length - maxLength;
      excerpt = formatWithin(length);
    }
    if (format(excerpt).length > maxLength || (reading.entryCount > 0 && excerpt.shownCount === 0)) {
      return vscode.l10n.t(
        'The token budget is too small for this result. Call the tool again with a larger budget.',
      );
    }
    return format(excerpt);
  };
}

/** Describes which entries a result contains, which are left out, and how to get those. */
function describeExcerpt(
  excerpt: LogExcerpt,
  reading: LogReading,
  isContinuable: boolean,
): readonly string[] {
  const { shownCount, from = '', to = '', nextUntil, shortenedCount, skippedCount } = excerpt;
  const { entryCount, hasOlder } = reading;
  if (entryCount === 0) return [vscode.l10n.t('The log of the deployment has no entries.')];
  const isComplete = shownCount === entryCount && !hasOlder;
  return [
    isComplete
      ? vscode.l10n.t('All {0} entries, from {1} to {2}.', entryCount, from, to)
      : hasOlder
        ? vscode.l10n.t(
            'The newest {0} entries, from {1} to {2}. There are older ones.',
            shownCount,
            from,
            to,
          )
        : vscode.l10n.t('The newest {0} of {1} entries, from {2} to {3}.', shownCount, entryCount, from, to),
    ...(isComplete || nextUntil === undefined
      ? []
      : [
          isContinuable
            ? vscode.l10n.t(
                'To get the older ones, call the tool again with the same input and until: "{0}". To get fewer, use levels, text, requestId, or since.',
                nextUntil,
              )
            : vscode.l10n.t(
                'The beginning of the log is left out. The user can open all of it with the command "Open Deployment Logs".',
              ),
        ]),
    ...(skippedCount > 0
      ? [
          vscode.l10n.t(
            '{0} more entries of {1} can only be found with levels, text, or requestId.',
            skippedCount,
            from,
          ),
        ]
      : []),
    ...(shortenedCount > 0
      ? [vscode.l10n.t('{0} entries are shortened. To get more of them, use maxEntryLength.', shortenedCount)]
      : []),
  ];
}
