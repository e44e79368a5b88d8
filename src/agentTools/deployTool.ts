import * as vscode from 'vscode';
import type { DeploymentPlan, ReadyDeployment } from '../context.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { toPlainText, truncateText } from '../domain/plainText.ts';
import { escapeMarkdown } from '../editor/markdown.ts';
import { joinSentences } from '../editor/sentences.ts';
import { UserError } from '../editor/userError.ts';
import { toVisibleText } from '../editor/webview/visibleText.ts';
import { needsConfirmation } from '../explorer/environmentLabel.ts';
import { findEnvironment, formatPath } from './findEnvironment.ts';
import { formatRecords } from './formatResult.ts';
import { deployInput, parseInput } from './inputSchemas.ts';
import { toDeploymentRecord } from './listEnvironmentsTool.ts';
import type { AgentTool, ToolCall } from './tool.ts';

/** Maximum number of characters of a fact in the confirmation, such as the commit. */
const maxFactLength = 80;

/**
 * Creates the tool that deploys. The chat asks the user for a confirmation. The user can turn that off for a tool, so
 * an environment whose changes other people notice also needs the dialog of *Deploy*.
 */
export function createDeployTool(): AgentTool {
  /** The environments that the chat asked about, by the input. Each confirmation is for one deployment. */
  const askedEnvironments = new Map<string, string>();
  return {
    async confirm(input, call) {
      const { environment } = parseInput(deployInput, input);
      const plan = await readPlan(environment, call);
      // The call returns the reason.
      if (plan.kind !== 'ready') return undefined;
      askedEnvironments.set(environment, plan.target.environmentId);
      return describeConfirmation(plan);
    },
    async run(input, call) {
      const { environment } = parseInput(deployInput, input);
      const askedId = askedEnvironments.get(environment);
      askedEnvironments.delete(environment);
      const plan = await readPlan(environment, call);
      if (plan.kind !== 'ready') throw createObstacleError(plan);
      const deployer = await call.context.services.loadDeployer();
      // The name might mean another environment than before the confirmation.
      const isConfirmed = askedId === plan.target.environmentId && !needsConfirmation(plan.target);
      const reason = vscode.l10n.t('An agent in the chat requests this deployment.');
      if (!isConfirmed) await askInDialog(() => deployer.confirm(plan, reason));
      call.signal.throwIfAborted();
      const result = await deployer.start(plan, call.signal);
      if (result.kind !== 'started') throw createObstacleError(result);
      return formatRecords({
        intro: vscode.l10n.t(
          'The deployment has started. To follow it, use the tool that reads a deployment. The editor notifies the user of its end.',
        ),
        records: [
          {
            environment: formatPath(result.target),
            environmentId: result.target.environmentId,
            ...toDeploymentRecord(result.deployment),
          },
        ],
        offset: 0,
        mask: call.logReader.mask,
      });
    },
  };
}

async function readPlan(environment: string, call: ToolCall): Promise<DeploymentPlan> {
  const { record: _, ...target } = await findEnvironment(environment, 'environment', call);
  const deployer = await call.context.services.loadDeployer();
  return deployer.plan(target, call.signal);
}

/** Describes a deployment in two short paragraphs, because the chat shows only the first lines of a confirmation. */
function describeConfirmation({ question, facts, effects, target }: ReadyDeployment) {
  const { projectName, environmentName }: EnvironmentRef = target;
  const targetFacts = [
    vscode.l10n.t('Project: {0}', toPlainText(projectName ?? '') || vscode.l10n.t('unknown')),
    vscode.l10n.t('Environment: {0}', toPlainText(environmentName)),
  ];
  const factTexts = [...targetFacts, ...facts].map((fact) =>
    truncateText(toVisibleText(fact), maxFactLength),
  );
  // The effect is more important than the variables before it.
  const effectText = joinSentences(...effects.toReversed().map(toVisibleText));
  return {
    title: escapeMarkdown(toVisibleText(question)),
    message: new vscode.MarkdownString([factTexts.join(' · '), effectText].map(escapeMarkdown).join('\n\n')),
  };
}

async function askInDialog(ask: () => Promise<void>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof vscode.CancellationError)) throw error;
    throw new UserError(
      vscode.l10n.t('The user declined the deployment. Do not try again unless the user asks for it.'),
      { isPermanent: true },
    );
  }
}

function createObstacleError(plan: Exclude<DeploymentPlan, ReadyDeployment>): UserError {
  if (plan.kind === 'unsupported') {
    return new UserError(
      vscode.l10n.t(
        "This service doesn't support deployments from an editor. The user must deploy from its web dashboard.",
      ),
      { isPermanent: true },
    );
  }
  return new UserError(
    vscode.l10n.t(
      'Another deployment of this environment is already in progress ({0}). Wait until it ends, which the tool that reads a deployment shows.',
      toPlainText(plan.running?.id ?? vscode.l10n.t('unknown')),
    ),
  );
}
