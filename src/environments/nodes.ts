import * as vscode from 'vscode';
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
}

interface Facts {
  readonly id: string;
  readonly name: string;
  readonly sourceBranch?: string | undefined;
  readonly mcpServerUrl?: string | undefined;
  readonly createdAt?: string | undefined;
  readonly deployment?: string | undefined;
}

/** An environment of a listed project; the production environment is marked. */
export function environmentNode(project: Project, environment: Environment): EnvironmentNode {
  const isProduction = project.productionEnvironment?.id === environment.id;
  const node = baseNode(`project/${encodeURIComponent(project.id)}`, {
    ...environment,
    deployment: environment.latestDeployment?.status,
  });
  return {
    ...node,
    projectName: project.name,
    icon: isProduction ? { id: 'circle-filled', color: 'charts.blue' } : { id: 'circle-outline' },
    context: [node.context, isProduction ? 'production' : 'deletable'].filter(Boolean).join(' '),
    description: [isProduction ? productionMark(environment.name) : '', node.description ?? '']
      .filter((part) => part !== '')
      .join(' · '),
    accessibilityLabel: isProduction
      ? vscode.l10n.t('{0}, production environment of {1}', environment.name, project.name)
      : vscode.l10n.t('{0}, environment of {1}', environment.name, project.name),
  };
}

/** An environment that was added by its id. `isGone`: the service no longer knows it. */
export function addedNode(environment: AddedEnvironment, isGone: boolean): EnvironmentNode {
  const node = baseNode('added', environment);
  const t = vscode.l10n.t;
  return {
    ...node,
    icon: isGone ? { id: 'warning', color: 'problemsWarningIcon.foreground' } : { id: 'circle-outline' },
    context: [node.context, 'added'].filter(Boolean).join(' '),
    description: isGone ? t('no longer there') : (node.description ?? ''),
    accessibilityLabel: isGone
      ? t('{0}, added by id, no longer there', environment.name)
      : t('{0}, environment added by id', environment.name),
  };
}

function baseNode(parentId: string, facts: Facts): EnvironmentNode {
  const { id, name, sourceBranch, mcpServerUrl, createdAt } = facts;
  const t = vscode.l10n.t;
  const deployment = deploymentText(facts.deployment);
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
