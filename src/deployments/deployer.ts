import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import type { Deployment } from '../api/deployments.ts';
import { isUnsupportedError } from '../api/errors.ts';
import type { Deployer, DeploymentPlan, FeatureContext } from '../context.ts';
import { isDeploymentRunning } from '../domain/deployment.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { confirm } from '../editor/confirm.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { formatEnvironmentLabel } from '../explorer/environmentLabel.ts';
import { listDeployDetails } from './deployDetail.ts';
import type { DeploymentWatcher } from './deploymentWatcher.ts';
import { readDeployments, supportsDeployments } from './readDeployments.ts';
import { loadDeploymentContext, type StartOutcome, startDeploymentOnce } from './startDeployment.ts';
import { toStartError } from './startError.ts';

/** Creates the functions of *Deploy* and of the agent tool that deploys. */
export function createDeployer(
  { connection, toProblem, services }: Pick<FeatureContext, 'connection' | 'toProblem' | 'services'>,
  watcher: DeploymentWatcher,
  options: { readonly isInteractive?: boolean } = {},
): Deployer {
  const getClient = () => connection.client(options);
  return {
    async plan(environment, signal): Promise<DeploymentPlan> {
      const client = await getClient();
      const { target, deployments } = await loadDeploymentContext(client, environment, signal);
      if (deployments) await watcher.handleDeployments(target.environmentId, deployments);
      else if (!(await supportsDeployments(client, signal))) return { kind: 'unsupported' };
      const running = deployments?.find(isDeploymentRunning);
      if (running) return { kind: 'running', target, running };
      return {
        kind: 'ready',
        target,
        deployments,
        question: vscode.l10n.t('Deploy {0}?', formatEnvironmentLabel(target)),
        ...listDeployDetails(deployments, services.getChangedKeys(target.environmentId)),
      };
    },
    async confirm({ question, facts, effects }, reason) {
      const lines = [...(reason === undefined ? [] : [reason, '']), ...facts, ...effects];
      await confirm(question, lines.join('\n'), vscode.l10n.t('Deploy'));
    },
    async start({ target, deployments }, signal) {
      const outcome = await sendOnce(await getClient(), target, { deployments, watcher, signal });
      if (outcome.result === 'running') return { kind: 'running', target, running: outcome.running };
      if (outcome.result !== 'started') {
        if (isUnsupportedError(outcome.error)) return { kind: 'unsupported' };
        throw toStartError(outcome, target, toProblem);
      }
      const { deployment } = outcome;
      await watcher.followStarted(target, deployment);
      return { kind: 'started', target, deployment };
    },
  };
}

interface SendOptions {
  /** The deployments before the request. */
  readonly deployments: readonly Deployment[] | undefined;
  readonly watcher: DeploymentWatcher;
  readonly signal: AbortSignal | undefined;
}

/** Sends the deployment request (`environments.deploy`) once. */
function sendOnce(
  client: Client,
  target: EnvironmentRef,
  { deployments: deploymentsBefore, watcher, signal: callerSignal }: SendOptions,
): Promise<StartOutcome> {
  const title = vscode.l10n.t('Starting a deployment of {0}...', formatEnvironmentLabel(target));
  return startDeploymentOnce({
    send: () =>
      withCancellableProgress(title, async (progressSignal) => {
        const signal = callerSignal ? AbortSignal.any([callerSignal, progressSignal]) : progressSignal;
        try {
          return await client.environments.deploy(target.environmentId, undefined, { signal });
        } catch (error) {
          throw callerSignal?.aborted ? new vscode.CancellationError() : error;
        }
      }),
    listDeployments: async () => {
      const deployments = await readDeployments(client, target, new AbortController().signal);
      if (deployments) await watcher.handleDeployments(target.environmentId, deployments);
      return deployments;
    },
    deploymentsBefore,
    isCancellation: (error) => error instanceof vscode.CancellationError,
  });
}
