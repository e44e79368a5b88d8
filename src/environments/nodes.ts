import * as vscode from 'vscode';
import type { Deployment } from '../api/deployments.ts';
import type { Domain, Environment } from '../api/environmentRecord.ts';
import type { Project } from '../api/projects.ts';
import { getDeploymentFailureKey } from '../domain/deployment.ts';
import { formatDeploymentStatus } from '../domain/deploymentText.ts';
import type { RememberedItem } from '../domain/environment.ts';
import { formatDateWithAge } from '../editor/dateWithAge.ts';
import { getEnvironmentIcon } from '../explorer/deploymentIcon.ts';
import { formatProductionLabel } from '../explorer/environmentLabel.ts';
import type { Attention, Node, RowFact, RowTooltip } from '../explorer/node.ts';
import { addFacts } from '../explorer/rows.ts';
import { omitUndefined } from '../fields.ts';
import type { AddedEnvironment } from './addedEnvironments.ts';
import { domainStatusText } from './domainStatusText.ts';

/** The row of an environment, with the fields that commands need. */
interface EnvironmentNode extends Node {
  readonly kind: 'environment';
  readonly environmentId: string;
  readonly environmentName: string;
  /** Absent if it's unknown. */
  readonly projectId?: string;
  readonly projectName?: string;
  readonly mcpServerUrl?: string;
  /** Absent if it's unknown. */
  readonly isProduction?: boolean;
  /** Absent if there is none, or it's unknown. */
  readonly latestDeployment?: Deployment;
  /** The ID of the latest deployment, if it failed. A click opens its log. */
  readonly failedDeploymentId?: string;
}

interface EnvironmentRowData {
  readonly id: string;
  readonly name: string;
  readonly sourceBranch?: string | undefined;
  readonly mcpServerUrl?: string | undefined;
  readonly domains?: readonly Domain[] | undefined;
  readonly createdAt?: string | undefined;
  readonly latestDeployment?: Deployment | undefined;
}

/** Creates the row of an environment in a project. `parentId`: the ID of the row above it. */
export function createEnvironmentNode(
  project: Project,
  environment: Environment,
  parentId = getProjectRowId(project.id),
): EnvironmentNode {
  const isProduction = project.productionEnvironment?.id === environment.id;
  const node = createBaseNode(parentId, environment, isProduction);
  const label = isProduction
    ? vscode.l10n.t('{0}, production environment of {1}', environment.name, project.name)
    : vscode.l10n.t('{0}, environment of {1}', environment.name, project.name);
  return {
    ...node,
    projectId: project.id,
    projectName: project.name,
    isProduction,
    context: [node.context, isProduction ? 'production' : 'deletable'].filter(Boolean).join(' '),
    description: isProduction ? formatProductionLabel(environment.name) : '',
    tooltip: addFacts(node, listProjectFacts(project)),
    accessibilityLabel: label,
  };
}

/** The parent of a saved environment's row: the ID of the parent, and the context values that the row gets. */
export interface ParentRow {
  readonly id: string;
  readonly context: string;
}

/** Creates the row of a saved environment. `isDeleted`: whether the service no longer has it. */
export function createRememberedNode(
  environment: AddedEnvironment & RememberedItem,
  isDeleted: boolean,
  parent: ParentRow,
): EnvironmentNode {
  const node = createBaseNode(parent.id, environment, environment.isProduction);
  // Distinguishes environments with the same name.
  const place = environment.projectName ?? environment.id;
  return {
    ...node,
    ...(isDeleted && { icon: { id: 'warning', color: 'problemsWarningIcon.foreground' } }),
    ...omitUndefined({
      projectId: environment.projectId,
      projectName: environment.projectName,
      isProduction: environment.isProduction,
    }),
    context: [node.context, parent.context, isDeleted || environment.isProduction ? undefined : 'deletable']
      .filter(Boolean)
      .join(' '),
    description: [
      environment.isProduction ? formatProductionLabel(environment.name) : '',
      place,
      isDeleted ? vscode.l10n.t('no longer exists') : '',
    ]
      .filter((part) => part !== '')
      .join(' · '),
    accessibilityLabel: isDeleted
      ? vscode.l10n.t('{0}, no longer exists, {1}', environment.name, place)
      : vscode.l10n.t('{0}, {1}, {2}', environment.name, kindText(parent, environment.isProduction), place),
  };
}

function listProjectFacts({ name, runtime, transport }: Project): readonly RowFact[] {
  return [
    { icon: 'cloud', text: vscode.l10n.t('Project: {0}', name) },
    ...(runtime === undefined ? [] : [{ icon: 'code', text: vscode.l10n.t('Runtime: {0}', runtime) }]),
    ...(transport === undefined ? [] : [{ icon: 'plug', text: vscode.l10n.t('Transport: {0}', transport) }]),
  ];
}

/**
 * Returns the IDs of the rows from the root to an environment. Without a project ID, returns the path below *Added by
 * ID*.
 */
export function getRowPath(environmentId: string, projectId?: string): readonly string[] {
  const parentId = projectId === undefined ? addedGroupId : getProjectRowId(projectId);
  return [parentId, getEnvironmentRowId(parentId, environmentId)];
}

export const addedGroupId = 'added';

function getProjectRowId(projectId: string): string {
  return `project/${encodeURIComponent(projectId)}`;
}

function getEnvironmentRowId(parentId: string, environmentId: string): string {
  return `${parentId}/environment/${encodeURIComponent(environmentId)}`;
}

function createBaseNode(
  parentId: string,
  environment: EnvironmentRowData,
  isProduction = false,
): EnvironmentNode {
  const { id, name, mcpServerUrl, latestDeployment } = environment;
  const failedDeployment = latestDeployment?.status === 'failed' ? latestDeployment : undefined;
  const context = [mcpServerUrl === undefined ? '' : 'url', failedDeployment ? 'failed' : ''];
  return {
    kind: 'environment',
    id: getEnvironmentRowId(parentId, id),
    environmentId: id,
    environmentName: name,
    context: context.filter((word) => word !== '').join(' '),
    ...omitUndefined({ mcpServerUrl, latestDeployment, deploymentState: latestDeployment }),
    label: name,
    icon: getEnvironmentIcon(latestDeployment),
    tooltip: createEnvironmentTooltip(environment, isProduction),
    ...(failedDeployment
      ? createFailureFields(id, failedDeployment.id)
      : { command: { label: vscode.l10n.t('Open Runtime Logs'), command: 'hostedMcp.openLatestLogs' } }),
  };
}

/** Creates the fields of an environment whose latest deployment failed. */
function createFailureFields(environmentId: string, failedDeploymentId: string) {
  return {
    failedDeploymentId,
    attention: [createFailureAttention(environmentId)],
    command: { label: vscode.l10n.t('Open Deployment Logs'), command: 'hostedMcp.openDeploymentLogs' },
    clickHint: vscode.l10n.t('opens the log of the failed deployment'),
  };
}

function createEnvironmentTooltip(
  { id, name, sourceBranch, mcpServerUrl, domains = [], createdAt, latestDeployment }: EnvironmentRowData,
  isProduction: boolean,
): RowTooltip {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['star-full', isProduction ? vscode.l10n.t('Production environment') : undefined],
    ...listDeploymentFacts(latestDeployment),
    ['git-branch', sourceBranch && vscode.l10n.t('Branch: {0}', sourceBranch)],
    ['link', mcpServerUrl && vscode.l10n.t('MCP server URL: {0}', mcpServerUrl)],
    ...domains.map((domain) => ['globe', vscode.l10n.t('Domain: {0}', domainText(domain))] as const),
    ['calendar', createdAt && vscode.l10n.t('Created: {0}', formatDateWithAge(createdAt))],
    ['key', vscode.l10n.t('Environment ID: {0}', id)],
  ];
  return {
    title: name,
    facts: facts.flatMap(([icon, text]) => (text === undefined ? [] : [{ icon, text }])),
  };
}

function listDeploymentFacts(latest: Deployment | undefined): readonly (readonly [string, string])[] {
  if (!latest) return [];
  const { sourceCommitId, authorUsername, startedAt } = latest;
  return [
    ['rocket', vscode.l10n.t('Deployment: {0}', deploymentSummary(latest))],
    ...(sourceCommitId === undefined
      ? []
      : [['git-commit', vscode.l10n.t('Commit: {0}', sourceCommitId)] as const]),
    ...(authorUsername === undefined
      ? []
      : [['account', vscode.l10n.t('Author: {0}', authorUsername)] as const]),
    ...(startedAt === undefined
      ? []
      : [['clock', vscode.l10n.t('Started: {0}', formatDateWithAge(startedAt))] as const]),
  ];
}

function kindText({ context }: ParentRow, isProduction = false): string {
  if (isProduction) return vscode.l10n.t('production environment');
  return context === 'added' ? vscode.l10n.t('environment added by ID') : vscode.l10n.t('environment');
}

/** The row of the project uses the same key. */
function createFailureAttention(environmentId: string): Attention {
  return {
    key: getDeploymentFailureKey(environmentId),
    severity: 'error',
    text: vscode.l10n.t('Latest deployment failed'),
  };
}

/** Returns the status, the commit message, and the time of a deployment. */
function deploymentSummary({ status, sourceCommitMessage, completedAt }: Deployment): string {
  return [
    status && formatDeploymentStatus(status),
    sourceCommitMessage,
    completedAt === undefined ? undefined : formatDateWithAge(completedAt),
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

function domainText({ domain, status }: Domain): string {
  return status === undefined ? domain : `${domain} · ${domainStatusText(status)}`;
}
