import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import type { Deployment } from '../api/deployments.ts';
import { isUnsupportedError } from '../api/errors.ts';
import type { FeatureContext } from '../context.ts';
import { hasDeploymentEnded, isDeploymentRunning } from '../domain/deployment.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { getBooleanArgument, getStringArgument } from '../editor/arguments.ts';
import type { CommandHandler } from '../editor/commands.ts';
import { confirm } from '../editor/confirm.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { formatEnvironmentLabel } from '../explorer/environmentLabel.ts';
import { omitUndefined } from '../fields.ts';
import { formatDeployDetail } from './deployDetail.ts';
import type { DeploymentWatcher } from './deploymentWatcher.ts';
import {
  notifyAlreadyRunning,
  notifyDeploymentEnd,
  notifyDeploymentStarted,
  notifyUnsupported,
} from './messages.ts';
import { readDeployments, supportsDeployments } from './readDeployments.ts';
import { loadDeploymentContext, type StartOutcome, startDeploymentOnce } from './startDeployment.ts';
import { toStartError } from './startError.ts';

type DeployContext = Pick<FeatureContext, 'connection' | 'toProblem' | 'tree' | 'services'>;

/**
 * Creates *Deploy*, which asks the user to confirm, sends one request, and returns the deployment. If the service
 * doesn't support deployments, it only notifies the user.
 */
export function deployCommand(context: DeployContext, watcher: DeploymentWatcher): CommandHandler {
  const { connection, toProblem, services } = context;
  return async (argument): Promise<Deployment | undefined> => {
    const client = await connection.client({ isInteractive: true });
    const hasEnvironmentId = getStringArgument(argument, 'environmentId') !== undefined;
    if (!hasEnvironmentId && !(await checkSupport(client))) return notifyUnsupported();
    const environment = await services.pickEnvironment(argument, vscode.l10n.t('Deploy'));
    const projectId = getStringArgument(argument, 'projectId');
    const { target, deployments } = await withCancellableProgress(
      vscode.l10n.t('Loading the deployments of {0}...', formatEnvironmentLabel(environment)),
      (signal) => loadDeploymentContext(client, { ...environment, ...omitUndefined({ projectId }) }, signal),
    );
    const { environmentId } = target;
    if (deployments) await watcher.handleDeployments(environmentId, deployments);
    else if (hasEnvironmentId && !(await checkSupport(client))) return notifyUnsupported();
    const running = deployments?.find(isDeploymentRunning);
    if (running) return notifyAlreadyRunning(target, running);
    if (getBooleanArgument(argument, 'confirmed') !== true) {
      await confirm(
        vscode.l10n.t('Deploy {0}?', formatEnvironmentLabel(target)),
        formatDeployDetail(deployments, services.getChangedKeys(environmentId)),
        vscode.l10n.t('Deploy'),
      );
    }
    const outcome = await startDeployment(client, target, deployments, watcher);
    if (outcome.result === 'running') return notifyAlreadyRunning(target, outcome.running);
    if (outcome.result !== 'started') {
      if (isUnsupportedError(outcome.error)) return notifyUnsupported();
      throw toStartError(outcome, target, toProblem);
    }
    const { deployment } = outcome;
    await watcher.followStarted(target, deployment);
    void (hasDeploymentEnded(deployment) ? notifyDeploymentEnd : notifyDeploymentStarted)(
      context,
      target,
      deployment,
    );
    return deployment;
  };
}

function checkSupport(client: Client): Promise<boolean> {
  return withCancellableProgress(
    vscode.l10n.t('Checking whether the service supports deployments...'),
    (signal) => supportsDeployments(client, signal),
  );
}

/** Sends the deployment request (`environments.deploy`) once. */
function startDeployment(
  client: Client,
  target: EnvironmentRef,
  deploymentsBefore: readonly Deployment[] | undefined,
  watcher: DeploymentWatcher,
): Promise<StartOutcome> {
  const title = vscode.l10n.t('Starting a deployment of {0}...', formatEnvironmentLabel(target));
  return startDeploymentOnce({
    send: () =>
      withCancellableProgress(title, (signal) =>
        client.environments.deploy(target.environmentId, undefined, { signal }),
      ),
    listDeployments: async () => {
      const deployments = await readDeployments(client, target, new AbortController().signal);
      if (deployments) await watcher.handleDeployments(target.environmentId, deployments);
      return deployments;
    },
    deploymentsBefore,
    isCancellation: (error) => error instanceof vscode.CancellationError,
  });
}
