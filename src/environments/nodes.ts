import * as vscode from 'vscode';
import type { Deployment } from '../api/deployments.ts';
import type { Environment } from '../api/environmentRecord.ts';
import type { Project } from '../api/projects.ts';
import type { Node } from '../explorer/node.ts';
import { CommandId } from '../ids.ts';
import type { AddedEnvironment } from './added.ts';

/** An environment as a row. Commands read their answers from its fields. */
export interface EnvironmentNode extends Node {
  readonly kind: 'environment';
  readonly environmentId: string;
  readonly environmentName: string;
  readonly projectName?: string;
  readonly mcpServerUrl?: string;
  /** Absent: the service does not say. */
  readonly isProduction?: boolean;
}

interface Facts {
  readonly id: string;
  readonly name: string;
  readonly sourceBranch?: string | undefined;
  readonly mcpServerUrl?: string | undefined;
  readonly createdAt?: string | undefined;
  readonly latestDeployment?: Deployment | undefined;
}

/** An environment of a listed project; the production environment is marked. */
export function environmentNode(project: Project, environment: Environment): EnvironmentNode {
  const isProduction = project.productionEnvironment?.id === environment.id;
  const node = baseNode(`project/${encodeURIComponent(project.id)}`, environment);
  const deployment = deploymentText(environment.latestDeployment?.status);
  const label = isProduction
    ? vscode.l10n.t('{0}, production environment of {1}', environment.name, project.name)
    : vscode.l10n.t('{0}, environment of {1}', environment.name, project.name);
  return {
    ...node,
    projectName: project.name,
    isProduction,
    icon: isProduction ? { id: 'circle-filled', color: 'charts.blue' } : { id: 'circle-outline' },
    context: [node.context, isProduction ? 'production' : 'deletable'].filter(Boolean).join(' '),
    description: [isProduction ? productionMark(environment.name) : '', node.description ?? '']
      .filter((part) => part !== '')
      .join(' · '),
    accessibilityLabel: [label, deployment].filter((part) => part !== undefined).join(', '),
  };
}

/** An environment that was added by its id. `isGone`: the service no longer knows it. */
export function addedNode(environment: AddedEnvironment, isGone: boolean): EnvironmentNode {
  const node = baseNode('added', environment);
  const t = vscode.l10n.t;
  // Two of the same name are told apart by where they belong.
  const place = environment.projectName ?? environment.id;
  return {
    ...node,
    icon: isGone ? { id: 'warning', color: 'problemsWarningIcon.foreground' } : { id: 'circle-outline' },
    ...(environment.projectName !== undefined && { projectName: environment.projectName }),
    context: [node.context, 'added'].filter(Boolean).join(' '),
    description: [place, isGone ? t('no longer there') : (node.description ?? '')]
      .filter((part) => part !== '')
      .join(' · '),
    accessibilityLabel: isGone
      ? t('{0}, added by id, no longer there, {1}', environment.name, place)
      : t('{0}, environment added by id, {1}', environment.name, place),
  };
}

function baseNode(parentId: string, facts: Facts): EnvironmentNode {
  const { id, name, sourceBranch, mcpServerUrl, createdAt, latestDeployment } = facts;
  const t = vscode.l10n.t;
  const deployment = deploymentText(latestDeployment?.status);
  return {
    kind: 'environment',
    id: `${parentId}/environment/${encodeURIComponent(id)}`,
    environmentId: id,
    environmentName: name,
    ...(mcpServerUrl !== undefined && { mcpServerUrl, context: 'url' }),
    label: name,
    description: [sourceBranch, deployment].filter((part) => part !== undefined).join(' · '),
    tooltip: [
      name,
      ...(sourceBranch === undefined ? [] : [t('Branch: {0}', sourceBranch)]),
      ...(mcpServerUrl === undefined ? [] : [t('Server: {0}', mcpServerUrl)]),
      ...(latestDeployment === undefined ? [] : [t('Deployment: {0}', deploymentFacts(latestDeployment))]),
      ...(createdAt === undefined ? [] : [t('Created: {0}', createdAt)]),
      t('Environment id: {0}', id),
    ].join('\n'),
    command: { label: t('Open Latest Logs'), command: CommandId.openLatestLogs },
  };
}

/** The word `production`, unless the name says it already. */
function productionMark(name: string): string {
  return /^prod(uction)?$/i.test(name.trim()) ? '' : vscode.l10n.t('production');
}

/** Only what is out of the ordinary: a deployment that runs, or one that failed. */
function deploymentText(status: string | undefined): string | undefined {
  if (status === 'ongoing') return vscode.l10n.t('deploying…');
  return status === 'failed' ? vscode.l10n.t('deployment failed') : undefined;
}

/** What came of a deployment, of which commit, and when. */
export function deploymentFacts({ status, sourceCommitMessage, completedAt }: Deployment): string {
  const words: Readonly<Record<string, string>> = {
    ongoing: vscode.l10n.t('under way'),
    deployed: vscode.l10n.t('succeeded'),
    failed: vscode.l10n.t('failed'),
    canceled: vscode.l10n.t('canceled'),
  };
  return [status && (words[status] ?? status), sourceCommitMessage, completedAt]
    .filter((part) => part !== undefined)
    .join(' · ');
}
