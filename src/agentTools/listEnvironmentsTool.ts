import * as vscode from 'vscode';
import type { Deployment } from '../api/deployments.ts';
import { toPlainText } from '../domain/plainText.ts';
import { findProtection } from '../explorer/environmentLabel.ts';
import { omitUndefined } from '../fields.ts';
import { formatPath, type ListedEnvironment, listEnvironments } from './findEnvironment.ts';
import { formatRecords } from './formatResult.ts';
import { deploymentStates, listEnvironmentsInput, parseInput } from './inputSchemas.ts';
import type { AgentTool } from './tool.ts';

type State = (typeof deploymentStates)[number];

export const listEnvironmentsTool: AgentTool = {
  async run(input, call) {
    const { project, state, offset } = parseInput(listEnvironmentsInput, input);
    const environments = (await listEnvironments(call)).filter(
      (one) =>
        (project === undefined || containsText(one.projectName ?? '', project)) &&
        (state === undefined || getState(one) === state),
    );
    const isFiltered = project !== undefined || state !== undefined;
    return formatRecords({
      intro:
        environments.length > 0
          ? vscode.l10n.t('{0} environments', environments.length)
          : isFiltered
            ? vscode.l10n.t('No environment matches. Call the tool again without project and state.')
            : vscode.l10n.t('The service lists no environments. The user can create a project.'),
      records: environments.map(toRecord),
      offset,
      hint: vscode.l10n.t('To get fewer, use project or state.'),
      mask: call.logReader.mask,
    });
  },
};

const containsText = (text: string, part: string): boolean =>
  toPlainText(text).toLowerCase().includes(toPlainText(part).toLowerCase());

/** Returns the state of an environment's latest deployment, or `undefined` if it's unknown. */
function getState({ record }: ListedEnvironment): State | undefined {
  if (!record) return undefined;
  if (!record.latestDeployment) return 'none';
  const { status } = record.latestDeployment;
  return status === 'ongoing' ? 'deploying' : deploymentStates.find((state) => state === status);
}

function toRecord(environment: ListedEnvironment): object {
  const { environmentId: id, isProduction, record } = environment;
  return {
    environment: formatPath(environment),
    id,
    ...(isProduction && { isProduction }),
    ...(findProtection(environment) !== undefined && { isProtected: true }),
    ...omitUndefined({
      state: getState(environment),
      branch: record?.sourceBranch,
      url: record?.mcpServerUrl,
    }),
    ...(record?.latestDeployment && { latestDeployment: toDeploymentRecord(record.latestDeployment) }),
  };
}

/** Returns the fields of a deployment for a model. */
export function toDeploymentRecord(deployment: Deployment): object {
  const { id, status, startedAt, completedAt, sourceRef, sourceCommitId, sourceCommitMessage } = deployment;
  return {
    id,
    ...omitUndefined({
      status,
      startedAt,
      completedAt,
      branch: sourceRef,
      commit: sourceCommitId,
      commitMessage: sourceCommitMessage?.split('\n', 1)[0],
    }),
  };
}
