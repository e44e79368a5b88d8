import * as vscode from 'vscode';
import { isUnsupportedError } from '../api/errors.ts';
import type { FeatureContext } from '../context.ts';
import { formatDeploymentStatus } from '../domain/deploymentText.ts';
import { toChatRecord } from '../domain/environment.ts';
import { getStringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import { pickOne } from '../editor/pickOne.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { UserError } from '../editor/userError.ts';
import { omitUndefined } from '../fields.ts';
import { getDeploymentSubject } from './commit.ts';
import type { DeploymentGroups } from './deploymentGroups.ts';
import { notifyNoDeploymentList } from './messages.ts';
import { createDeploymentNode, toWebUrl } from './nodes.ts';
import { readDeployments, supportsDeployments } from './readDeployments.ts';

/** The fields of a deployment that commands use. */
interface DeploymentLinks {
  readonly deploymentId?: string | undefined;
  readonly commitId?: string | undefined;
  readonly pageUrl?: string | undefined;
}

/** Creates the commands of a deployment's row, and of the row that loads more. */
export function createDeploymentRowCommands(
  context: Pick<FeatureContext, 'connection' | 'services'>,
  groups: DeploymentGroups,
) {
  return {
    'hostedMcp.openDeploymentPage': async (argument) => {
      const picked = await resolveDeployment(
        context,
        argument,
        'pageUrl',
        vscode.l10n.t('Open Deployment Page'),
      );
      if (!picked) return undefined;
      const url = toWebUrl(picked.pageUrl);
      if (url === undefined) {
        throw new UserError(vscode.l10n.t('The service has no page for this deployment.'));
      }
      await vscode.env.openExternal(vscode.Uri.parse(url, true));
      return url;
    },
    'hostedMcp.copyCommitId': async (argument) => {
      const picked = await resolveDeployment(context, argument, 'commitId', vscode.l10n.t('Copy Commit ID'));
      if (!picked) return undefined;
      const { commitId } = picked;
      if (commitId === undefined) {
        throw new UserError(vscode.l10n.t("The service doesn't report a commit for this deployment."));
      }
      await vscode.env.clipboard.writeText(commitId);
      vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Commit ID copied'), 3000);
      return commitId;
    },
    'hostedMcp.explainDeployment': async (argument) => {
      const title = vscode.l10n.t('Explain Deployment with Chat');
      const picked = await resolveDeployment(context, argument, 'deploymentId', title);
      if (picked?.deploymentId === undefined) return undefined;
      return explainDeployment(context, picked.deploymentId, 'environmentId' in picked ? picked : argument);
    },
    'hostedMcp.loadMoreDeployments': (argument) =>
      groups.showMore(getStringArgument(argument, 'groupId') ?? ''),
  } satisfies CommandTable;
}

/**
 * Returns the deployment from the argument, from the service, or selected by the user. Returns `undefined` if the
 * service can't list deployments.
 */
async function resolveDeployment(
  context: Pick<FeatureContext, 'connection' | 'services'>,
  argument: unknown,
  field: keyof DeploymentLinks,
  title: string,
): Promise<DeploymentLinks | undefined> {
  const argumentValue = getStringArgument(argument, field);
  if (argumentValue !== undefined) return { [field]: argumentValue };
  const client = await context.connection.client({ isInteractive: true });
  const id = getStringArgument(argument, 'deploymentId');
  if (id !== undefined) {
    const { sourceCommitId, deploymentPageUrl } = await client.deployments.get(id);
    return { commitId: sourceCommitId, pageUrl: deploymentPageUrl };
  }
  const progressTitle = vscode.l10n.t('Loading deployments...');
  const hasEnvironmentId = getStringArgument(argument, 'environmentId') !== undefined;
  if (
    !hasEnvironmentId &&
    !(await withCancellableProgress(progressTitle, (signal) => supportsDeployments(client, signal)))
  ) {
    return notifyNoDeploymentList();
  }
  const environment = await context.services.pickEnvironment(argument, title, { purpose: 'read' });
  const deployments = await withCancellableProgress(progressTitle, (signal) =>
    readDeployments(client, environment, signal),
  );
  if (!deployments) return notifyNoDeploymentList();
  const items = deployments.map((one) => {
    const node = createDeploymentNode({ ...environment, id: '' }, one);
    return {
      label: getDeploymentSubject(one),
      description: [formatDeploymentStatus(one.status), node.description ?? ''].join(' · '),
      iconPath: new vscode.ThemeIcon(node.icon?.id ?? ''),
      node,
    };
  });
  if (items.length === 0) throw new UserError(vscode.l10n.t('This environment has no deployments yet.'));
  return (await pickOne(items, { title })).node;
}

/**
 * Opens the chat with a question about a failed deployment, and the end of its log (`deployments.get`,
 * `deployments.getLogs`). `source` can have the fields of the environment.
 */
async function explainDeployment(
  { connection, services }: Pick<FeatureContext, 'connection' | 'services'>,
  deploymentId: string,
  source: unknown,
): Promise<string> {
  const client = await connection.client({ isInteractive: true });
  const logReader = await services.loadLogReader();
  const [deployment, log] = await withCancellableProgress(vscode.l10n.t('Loading the log...'), (signal) =>
    Promise.all([
      client.deployments.get(deploymentId, { signal }).catch((error: unknown) => {
        if (isUnsupportedError(error)) return undefined;
        throw error;
      }),
      logReader.read({ deploymentId }, {}, signal),
    ]),
  );
  const { status, sourceRef, sourceCommitId, sourceCommitMessage } = deployment ?? {};
  const record = {
    ...toChatRecord({
      projectName: getStringArgument(source, 'projectName'),
      environmentName: getStringArgument(source, 'environmentName') ?? deployment?.environmentName,
      environmentId: getStringArgument(source, 'environmentId') ?? deployment?.environmentId,
    }),
    deploymentId,
    ...omitUndefined({
      status,
      branch: sourceRef,
      commit: sourceCommitId,
      commitMessage: sourceCommitMessage,
    }),
  };
  return services.explainWithChat({
    question: vscode.l10n.t('Why did this deployment of an MCP server fail, and how can I fix it?'),
    records: [record],
    log,
  });
}
