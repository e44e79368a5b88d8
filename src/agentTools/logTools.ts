import * as vscode from 'vscode';
import type { Deployment } from '../api/deployments.ts';
import { isNotFoundError, isUnsupportedError } from '../api/errors.ts';
import { InputError, UserError } from '../editor/userError.ts';
import { findEnvironment, formatPath, type ListedEnvironment } from './findEnvironment.ts';
import { formatLog } from './formatLog.ts';
import { sanitizeValue } from './formatResult.ts';
import { parseInput, readDeploymentInput, readLogsInput } from './inputSchemas.ts';
import { toDeploymentRecord } from './listEnvironmentsTool.ts';
import type { AgentTool, ToolCall } from './tool.ts';

/** Maximum number of characters of a field of a deployment, so that its log fits, too. */
const maxFieldLength = 200;

export const readLogsTool: AgentTool = {
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
  async run(input, call) {
    const { environment, deploymentId, maxEntryLength } = parseInput(readDeploymentInput, input);
    const found = await findEnvironment(environment, 'environment', call);
    const latest = deploymentId === undefined ? found.record?.latestDeployment : undefined;
    const id = latest?.id ?? deploymentId;
    if (id === undefined) {
      throw new UserError(
        vscode.l10n.t(
          'The service returns no deployment of this environment. If the user has the ID of one, use deploymentId.',
        ),
        { isPermanent: true },
      );
    }
    // The deployment first, because its error names the input field if the ID is wrong.
    const deployment = await readDeployment(id, latest, call);
    const reading = await call.logReader.read({ deploymentId: id }, {}, call.signal);
    const { mask } = call.logReader;
    const intro = deployment
      ? [JSON.stringify(sanitizeValue(toNamedDeployment(deployment, found), mask, maxFieldLength))]
      : [];
    return formatLog({ intro, reading, maxEntryLength, isContinuable: false });
  },
};

/** Returns the fields of a deployment, with the environment that it belongs to. */
function toNamedDeployment(deployment: Deployment, found: ListedEnvironment): object {
  const { environmentId = found.environmentId, environmentName = environmentId } = deployment;
  const isFound = environmentId === found.environmentId;
  return { environment: isFound ? formatPath(found) : environmentName, ...toDeploymentRecord(deployment) };
}

/**
 * Reads a deployment (`deployments.get`). Returns `latest`, which has fewer fields, if the service doesn't support that.
 */
async function readDeployment(
  id: string,
  latest: Deployment | undefined,
  { context, signal }: ToolCall,
): Promise<Deployment | undefined> {
  const client = await context.connection.client();
  try {
    return await client.deployments.get(id, { signal });
  } catch (error) {
    if (isUnsupportedError(error)) return latest;
    if (!isNotFoundError(error)) throw error;
    throw new InputError(
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
