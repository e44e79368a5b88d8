import * as vscode from 'vscode';
import type { Deployment } from '../api/deployments.ts';
import type { FeatureContext } from '../context.ts';
import { hasDeploymentEnded } from '../domain/deployment.ts';
import { getBooleanArgument, getStringArgument } from '../editor/arguments.ts';
import type { CommandHandler } from '../editor/commands.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { formatEnvironmentLabel } from '../explorer/environmentLabel.ts';
import { omitUndefined } from '../fields.ts';
import { createDeployer } from './deployer.ts';
import type { DeploymentWatcher } from './deploymentWatcher.ts';
import {
  notifyAlreadyRunning,
  notifyDeploymentEnd,
  notifyDeploymentStarted,
  notifyUnsupported,
} from './messages.ts';
import { supportsDeployments } from './readDeployments.ts';

type DeployContext = Pick<FeatureContext, 'connection' | 'toProblem' | 'tree' | 'services'>;

/**
 * Creates *Deploy*, which asks the user to confirm, sends one request, and returns the deployment. If the service
 * doesn't support deployments, it only notifies the user.
 */
export function deployCommand(context: DeployContext, watcher: DeploymentWatcher): CommandHandler {
  const { connection, services } = context;
  const deployer = createDeployer(context, watcher, { isInteractive: true });
  return async (argument): Promise<Deployment | undefined> => {
    const client = await connection.client({ isInteractive: true });
    if (getStringArgument(argument, 'environmentId') === undefined) {
      // Before the user selects an environment in vain.
      const isSupported = await withCancellableProgress(
        vscode.l10n.t('Checking whether the service supports deployments...'),
        (signal) => supportsDeployments(client, signal),
      );
      if (!isSupported) return notifyUnsupported();
    }
    const environment = await services.pickEnvironment(argument, vscode.l10n.t('Deploy'));
    const projectId = getStringArgument(argument, 'projectId');
    const plan = await withCancellableProgress(
      vscode.l10n.t('Loading the deployments of {0}...', formatEnvironmentLabel(environment)),
      (signal) => deployer.plan({ ...environment, ...omitUndefined({ projectId }) }, signal),
    );
    if (plan.kind === 'unsupported') return notifyUnsupported();
    if (plan.kind === 'running') return notifyAlreadyRunning(plan.target, plan.running);
    if (getBooleanArgument(argument, 'confirmed') !== true) await deployer.confirm(plan);
    const result = await deployer.start(plan);
    if (result.kind === 'unsupported') return notifyUnsupported();
    const { target } = result;
    if (result.kind === 'running') return notifyAlreadyRunning(target, result.running);
    const { deployment } = result;
    void (hasDeploymentEnded(deployment) ? notifyDeploymentEnd : notifyDeploymentStarted)(
      context,
      target,
      deployment,
    );
    return deployment;
  };
}
