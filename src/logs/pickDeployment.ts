import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import type { Deployment } from '../api/deployments.ts';
import { ApiError } from '../api/errors.ts';
import type { FeatureContext } from '../context.ts';
import { formatShortAge } from '../domain/age.ts';
import { formatDeploymentStatus, getCommitSubject } from '../domain/deploymentText.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { toPlainText } from '../domain/plainText.ts';
import { getStringArgument } from '../editor/arguments.ts';
import { askInput } from '../editor/askInput.ts';
import { createFailureIcon } from '../editor/failureIcon.ts';
import { createIdValidator } from '../editor/idValidator.ts';
import { pickOne } from '../editor/pickOne.ts';
import { omitUndefined } from '../fields.ts';
import { getDeploymentStatusIcon } from './deploymentTexts.ts';

/** A deployment, with its environment if that is known. */
interface PickedDeployment extends Partial<EnvironmentRef> {
  readonly deploymentId: string;
  /** The first line of the commit message, or another name of the source. */
  readonly subject?: string;
}

type PickDeploymentContext = Pick<FeatureContext, 'connection' | 'services' | 'toProblem'>;

interface DeploymentPickItem extends vscode.QuickPickItem {
  /** Absent for the item that prompts for an ID. */
  readonly deployment?: Pick<PickedDeployment, 'deploymentId' | 'subject'>;
}

/**
 * Returns the deployment from the argument, or prompts for one. If the service doesn't list deployments, prompts for an
 * ID. Returns `undefined` or rejects with a `CancellationError` if the user cancels.
 */
export async function pickDeployment(
  argument: unknown,
  context: PickDeploymentContext,
): Promise<PickedDeployment | undefined> {
  // The row of an environment has the ID of its latest deployment if that one failed.
  const deploymentIdArgument =
    getStringArgument(argument, 'deploymentId') ?? getStringArgument(argument, 'failedDeploymentId');
  if (deploymentIdArgument !== undefined)
    return {
      deploymentId: deploymentIdArgument,
      ...readEnvironmentArgument(argument),
      ...readSubjectArgument(argument, deploymentIdArgument),
    };
  const client = await context.connection.client();
  const title = vscode.l10n.t('Open Deployment Logs');
  const hasEnvironment = getStringArgument(argument, 'environmentId') !== undefined;
  // If the service can't list projects, it can't list deployments either, so selecting an environment would be useless.
  if (!hasEnvironment && !(await canListProjects(client))) return askDeploymentId(client, title, context);
  const environment = await context.services.pickEnvironment(argument, title, { purpose: 'read' });
  if (!environment) return undefined;
  const deployment = await pickFromEnvironment(client, environment.environmentId, title);
  if (deployment === 'enter') return askDeploymentId(client, title, context);
  const { deploymentId } = deployment;
  return { ...environment, deploymentId, ...omitUndefined({ subject: deployment.subject }) };
}

/** Prompts for a deployment of an environment. Returns `enter` if the user wants to enter an ID. */
async function pickFromEnvironment(
  client: Client,
  environmentId: string,
  title: string,
): Promise<NonNullable<DeploymentPickItem['deployment']> | 'enter'> {
  const notListed = Symbol('notListed');
  const enter: DeploymentPickItem = {
    label: vscode.l10n.t('Enter Deployment ID...'),
    iconPath: new vscode.ThemeIcon('edit'),
    alwaysShow: true,
  };
  const items = listDeployments(client, environmentId).then((deployments): DeploymentPickItem[] => {
    if (!deployments) throw notListed;
    const emptyItem = {
      label: vscode.l10n.t('No deployments yet'),
      kind: vscode.QuickPickItemKind.Separator,
    };
    return [
      ...(deployments.length === 0 ? [emptyItem] : []),
      ...deployments.map(toDeploymentPickItem),
      enter,
    ];
  });
  const placeHolder = vscode.l10n.t('Select a deployment by commit message, author, or status');
  try {
    return (await pickOne(items, { title, placeHolder })).deployment ?? 'enter';
  } catch (error) {
    if (error === notListed) return 'enter';
    throw error;
  }
}

/** Returns the deployments, newest first, or `undefined` if the service doesn't list them. */
async function listDeployments(
  client: Client,
  environmentId: string,
): Promise<readonly Deployment[] | undefined> {
  const { projectId } = await client.environments.get(environmentId);
  if (projectId === undefined) return undefined;
  try {
    const deployments = await client.deployments.list(projectId, { environmentId });
    return deployments.toSorted((a, b) => parseStart(b) - parseStart(a));
  } catch (error) {
    if (error instanceof ApiError && error.isUnsupportedOperation) return undefined;
    throw error;
  }
}

async function canListProjects(client: Client): Promise<boolean> {
  try {
    await client.projects.list({});
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.isUnsupportedOperation) return false;
    throw error;
  }
}

/** Prompts for an ID, and validates it by reading the log of the deployment. */
function askDeploymentId(
  client: Client,
  title: string,
  { toProblem }: PickDeploymentContext,
): Promise<PickedDeployment> {
  return askInput<PickedDeployment>({
    title,
    prompt: vscode.l10n.t('Enter the deployment ID, as shown in the URL of its page in the web dashboard'),
    validate: createIdValidator(vscode.l10n.t('Enter a deployment ID.')),
    accept: async (text, signal) => {
      const deploymentId = text.trim();
      await client.deployments.getLogs(deploymentId, { signal });
      return { deploymentId };
    },
    explainError: (error) => toProblem(error)?.message ?? vscode.l10n.t('Canceled.'),
  });
}

function toDeploymentPickItem(deployment: Deployment): DeploymentPickItem {
  const { id, status, sourceCommitMessage, authorUsername } = deployment;
  const subject = getCommitSubject(sourceCommitMessage);
  const ageMs = Date.now() - parseStart(deployment);
  return {
    label: subject ?? id,
    description: [
      formatDeploymentStatus(status),
      Number.isFinite(ageMs) ? formatShortAge(ageMs, vscode.env.language) : undefined,
      authorUsername,
    ]
      .filter((part) => part !== undefined)
      .map(toPlainText)
      .join(' · '),
    iconPath:
      status === 'failed'
        ? createFailureIcon('error')
        : new vscode.ThemeIcon(getDeploymentStatusIcon(status)),
    deployment: { deploymentId: id, ...omitUndefined({ subject }) },
  };
}

/** Returns the start time in milliseconds since the epoch, or `-Infinity` if it's unknown. */
function parseStart({ startedAt }: Deployment): number {
  const time = Date.parse(startedAt ?? '');
  return Number.isNaN(time) ? -Infinity : time;
}

/** Returns the label of a tree row, unless it's only the ID of the deployment. */
function readSubjectArgument(argument: unknown, deploymentId: string): Pick<PickedDeployment, 'subject'> {
  const isRow = getStringArgument(argument, 'kind') === 'deployment';
  const label = isRow ? getStringArgument(argument, 'label') : undefined;
  return label === undefined || label === toPlainText(deploymentId) ? {} : { subject: label };
}

function readEnvironmentArgument(argument: unknown): Partial<EnvironmentRef> {
  const environmentId = getStringArgument(argument, 'environmentId');
  const environmentName = getStringArgument(argument, 'environmentName');
  const projectName = getStringArgument(argument, 'projectName');
  return {
    ...omitUndefined({ environmentId, environmentName, projectName }),
  };
}
