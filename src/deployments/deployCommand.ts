import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import type { Deployment } from '../api/deployments.ts';
import { isUnsupported } from '../api/errors.ts';
import type { Connection } from '../auth/connection.ts';
import { hasDeploymentEnded, isDeploymentRunning } from '../domain/deployment.ts';
import type { EnvironmentRef, PickEnvironment } from '../domain/environment.ts';
import { booleanArgument, stringArgument } from '../editor/arguments.ts';
import type { CommandHandler } from '../editor/commands.ts';
import { confirm } from '../editor/confirm.ts';
import type { ToProblem } from '../editor/problem.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { environmentLabel } from '../explorer/environmentLabel.ts';
import { omitUndefined } from '../fields.ts';
import { deployDetail } from './deployDetail.ts';
import {
  type IsEnvironmentVisible,
  notifyDeploymentEnd,
  notifyDeploymentStarted,
  notifyRunning,
  notifyUnsupported,
} from './messages.ts';
import { readDeployments, supportsDeployments } from './readDeployments.ts';
import { loadDeploymentContext, startDeploymentOnce } from './startDeployment.ts';
import { toStartError } from './startError.ts';

interface DeployDeps {
  readonly connection: Connection;
  readonly toProblem: ToProblem;
  readonly pickEnvironment: PickEnvironment;
  /** Returns the keys of variables that changed in this editor since the last deployment. */
  readonly changedKeys: (environmentId: string) => readonly string[];
  /** Called when this editor has started a deployment. */
  readonly started: (target: EnvironmentRef, deployment: Deployment) => Promise<void>;
  /** Called with the deployments of an environment, newest first. */
  readonly onDidRead: (environmentId: string, deployments: readonly Deployment[]) => Promise<void>;
  readonly isShown: IsEnvironmentVisible;
}

/**
 * Creates *Deploy*, which confirms, sends one request, and returns the deployment. It doesn't confirm if the service
 * doesn't support deployments.
 */
export function deployCommand(deps: DeployDeps): CommandHandler {
  const { connection, toProblem, pickEnvironment, changedKeys, started, onDidRead, isShown } = deps;
  const read = async (client: Client, target: EnvironmentRef): Promise<readonly Deployment[] | undefined> => {
    const deployments = await readDeployments(client, target, new AbortController().signal);
    if (deployments) await onDidRead(target.environmentId, deployments);
    return deployments;
  };

  return async (argument): Promise<Deployment | undefined> => {
    const client = await connection.client({ isInteractive: true });
    const checkSupport = (): Promise<boolean> =>
      withCancellableProgress(
        vscode.l10n.t('Checking whether the service supports deployments...'),
        (signal) => supportsDeployments(client, signal),
      );
    const isGiven = stringArgument(argument, 'environmentId') !== undefined;
    if (!isGiven && !(await checkSupport())) return notifyUnsupported();
    const picked = await pickEnvironment(argument, vscode.l10n.t('Deploy'));
    const projectId = stringArgument(argument, 'projectId');
    const { target, deployments } = await withCancellableProgress(
      vscode.l10n.t('Loading the deployments of {0}...', environmentLabel(picked)),
      (signal) => loadDeploymentContext(client, { ...picked, ...omitUndefined({ projectId }) }, signal),
    );
    const { environmentId } = target;
    if (deployments) await onDidRead(environmentId, deployments);
    else if (isGiven && !(await checkSupport())) return notifyUnsupported();
    const running = deployments?.find(isDeploymentRunning);
    if (running) return notifyRunning(target, running);
    if (booleanArgument(argument, 'confirmed') !== true) {
      await confirm(
        vscode.l10n.t('Deploy {0}?', environmentLabel(target)),
        deployDetail(deployments, changedKeys(environmentId)),
        vscode.l10n.t('Deploy'),
      );
    }
    const title = vscode.l10n.t('Starting a deployment of {0}...', environmentLabel(target));
    const outcome = await startDeploymentOnce({
      ask: () =>
        withCancellableProgress(title, (signal) =>
          client.environments.deploy(environmentId, undefined, { signal }),
        ),
      read: () => read(client, target),
      before: deployments,
      isCancellation: (error) => error instanceof vscode.CancellationError,
    });
    if (outcome.result === 'running') return notifyRunning(target, outcome.running);
    if (outcome.result !== 'started') {
      if (isUnsupported(outcome.error)) return notifyUnsupported();
      throw toStartError(outcome, target, toProblem);
    }
    const { deployment } = outcome;
    await started(target, deployment);
    void (hasDeploymentEnded(deployment) ? notifyDeploymentEnd : notifyDeploymentStarted)(
      target,
      deployment,
      isShown,
    );
    return deployment;
  };
}
