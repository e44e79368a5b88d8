import * as vscode from 'vscode';
import type { Deployment } from '../api/deployments.ts';
import { getDeploymentDuration } from '../domain/deployment.ts';
import { formatDeploymentAge, formatDeploymentStatus } from '../domain/deploymentText.ts';
import { type EnvironmentRef, toEnvironmentRef } from '../domain/environment.ts';
import { toPlainText } from '../domain/plainText.ts';
import { formatDateWithAge } from '../editor/dateWithAge.ts';
import { getDeploymentIcon } from '../explorer/deploymentIcon.ts';
import type { EnvironmentRow, Node, RowTooltip } from '../explorer/node.ts';
import { createActionRow } from '../explorer/rows.ts';
import { omitUndefined } from '../fields.ts';
import { getDeploymentSubject, shortenCommitId } from './commit.ts';
import { formatDeploymentDuration } from './texts.ts';

/** The group node of an environment's deployments. */
export interface DeploymentsNode extends Node, EnvironmentRef {
  readonly kind: 'deployments';
  readonly environment: EnvironmentRowWithDeployment;
}

/** The node of a deployment. */
interface DeploymentNode extends Node, EnvironmentRef {
  readonly kind: 'deployment';
  readonly deploymentId: string;
  readonly commitId?: string;
  readonly pageUrl?: string;
}

/** Creates the group node of an environment's deployments. The row of the environment shows the state of the latest. */
export function createDeploymentsNode(environment: EnvironmentRowWithDeployment): DeploymentsNode {
  const { environmentName } = environment;
  return {
    kind: 'deployments',
    environment,
    id: `${environment.id}/deployments`,
    ...toEnvironmentRef(environment),
    label: vscode.l10n.t('Deployments'),
    icon: { id: 'rocket' },
    context: 'refreshable',
    tooltip: vscode.l10n.t('Deployments of {0}', environmentName),
    accessibilityLabel: vscode.l10n.t('Deployments of {0}', toPlainText(environmentName)),
  };
}

/** Returns the row of an environment with the state of a running deployment. */
export function markAsDeploying(row: EnvironmentRowWithDeployment): EnvironmentRowWithDeployment {
  const status = 'ongoing';
  return { ...row, deploymentState: { status }, icon: getDeploymentIcon({ status }) };
}

/** Minimum number of rows at first. */
const minFirstCount = 2;
/** Maximum number of rows at first. */
const maxFirstCount = 10;

/**
 * Returns the number of rows that a group shows at first: those from the latest deployment to the current one.
 * `deployments`: newest first.
 */
export function getFirstCount(deployments: readonly Deployment[]): number {
  const currentCount = deployments.findIndex(({ isCurrent }) => isCurrent) + 1;
  return Math.min(Math.max(currentCount, minFirstCount), maxFirstCount);
}

/**
 * Creates the first `count` rows of a group, and the row that loads more. `deployments`: `undefined` if the service
 * can't list them.
 */
export function createDeploymentRows(
  group: DeploymentsNode,
  deployments: readonly Deployment[] | undefined,
  count: number,
): readonly Node[] {
  if (!deployments) return createNoListRows(group);
  if (deployments.length === 0) {
    const deployAction = {
      label: vscode.l10n.t('Deploy'),
      icon: 'rocket',
      command: 'hostedMcp.deploy',
      arguments: [toEnvironmentRef(group)],
    };
    return [createActionRow(`${group.id}/none`, deployAction, vscode.l10n.t('No deployments yet.'))];
  }
  const rows = deployments.slice(0, count).map((deployment) => createDeploymentNode(group, deployment));
  if (rows.length === deployments.length) return rows;
  const loadMoreRow = createActionRow(`${group.id}/more`, {
    label: vscode.l10n.t('Load More...'),
    icon: 'ellipsis',
    command: 'hostedMcp.loadMoreDeployments',
    arguments: [{ groupId: group.id }],
  });
  const description = vscode.l10n.t('{0} of {1} shown', rows.length, deployments.length);
  return [
    ...rows,
    { ...loadMoreRow, description, accessibilityLabel: `${loadMoreRow.label} ${description}` },
  ];
}

function createNoListRows(group: DeploymentsNode): readonly Node[] {
  const openAction = {
    label: vscode.l10n.t('Open Deployment Logs by ID...'),
    icon: 'package',
    command: 'hostedMcp.openDeploymentLogs',
  };
  const reason = vscode.l10n.t("This service can't list deployments.");
  return [createActionRow(`${group.id}/openById`, openAction, reason)];
}

/** Creates the node of a deployment, for the tree and for lists to select from. */
export function createDeploymentNode(
  group: Pick<DeploymentsNode, 'id' | keyof EnvironmentRef>,
  deployment: Deployment,
): DeploymentNode {
  const { id, status, isCurrent, sourceCommitId, deploymentPageUrl } = deployment;
  const subject = getDeploymentSubject(deployment);
  const pageUrl = toWebUrl(deploymentPageUrl);
  return {
    kind: 'deployment',
    id: `${group.id}/${encodeURIComponent(id)}`,
    ...toEnvironmentRef(group),
    deploymentId: id,
    ...omitUndefined({ commitId: sourceCommitId, pageUrl }),
    label: subject,
    description: [
      isCurrent ? vscode.l10n.t('current') : undefined,
      formatDeploymentAge(deployment, vscode.env.language, 'short'),
    ]
      .filter((part) => part !== undefined)
      .join(' · '),
    icon: getDeploymentIcon(deployment),
    context: [
      sourceCommitId === undefined ? '' : 'commit',
      pageUrl === undefined ? '' : 'page',
      status === 'failed' ? 'failed' : '',
    ]
      .filter((word) => word !== '')
      .join(' '),
    command: { label: vscode.l10n.t('Open Deployment Logs'), command: 'hostedMcp.openDeploymentLogs' },
    tooltip: createDeploymentTooltip(deployment),
    accessibilityLabel: [
      subject,
      formatDeploymentStatus(status),
      ...(isCurrent ? [vscode.l10n.t('current')] : []),
      ...listDeploymentFacts(deployment, subject),
    ].join(', '),
  };
}

/**
 * Returns the branch, the commit, the author, and the age, without missing parts and without the part that equals the
 * label.
 */
function listDeploymentFacts(deployment: Deployment, subject: string): readonly string[] {
  const { sourceRef, sourceCommitId, authorUsername } = deployment;
  const parts = [sourceRef, shortenCommitId(sourceCommitId), authorUsername]
    .map((part) => toPlainText(part ?? ''))
    .filter((part) => part !== '' && part !== subject);
  return [...parts, formatDeploymentAge(deployment, vscode.env.language, 'long')].filter(
    (part) => part !== undefined,
  );
}

function createDeploymentTooltip(deployment: Deployment): RowTooltip {
  const { id, status, isCurrent, sourceRef, sourceCommitId, authorUsername } = deployment;
  const duration = getDeploymentDuration(deployment);
  const statusText = formatDeploymentStatus(status);
  const facts: readonly (readonly [string, string | undefined, (value: string) => string])[] = [
    [
      'info',
      isCurrent ? vscode.l10n.t('{0}, current', statusText) : statusText,
      (value) => vscode.l10n.t('Status: {0}', value),
    ],
    ['git-branch', sourceRef, (value) => vscode.l10n.t('Branch: {0}', value)],
    ['git-commit', sourceCommitId, (value) => vscode.l10n.t('Commit: {0}', value)],
    ['account', authorUsername, (value) => vscode.l10n.t('Author: {0}', value)],
    ['clock', formatTime(deployment.startedAt), (value) => vscode.l10n.t('Started: {0}', value)],
    ['check', formatTime(deployment.completedAt), (value) => vscode.l10n.t('Completed: {0}', value)],
    [
      'watch',
      duration === undefined ? undefined : formatDeploymentDuration(duration),
      (value) => vscode.l10n.t('Duration: {0}', value),
    ],
    ['key', id, (value) => vscode.l10n.t('Deployment ID: {0}', value)],
  ];
  return {
    title: (deployment.sourceCommitMessage ?? '').trim() || getDeploymentSubject(deployment),
    facts: facts.flatMap(([icon, value, format]) =>
      value === undefined ? [] : [{ icon, text: format(value) }],
    ),
  };
}

function formatTime(text: string | undefined): string | undefined {
  return Number.isNaN(Date.parse(text ?? '')) ? undefined : formatDateWithAge(text ?? '');
}

/** Returns a normalized HTTP or HTTPS URL, or `undefined` for any other text. */
export function toWebUrl(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

/** The row of an environment, with its latest deployment if the list of projects includes it. */
export type EnvironmentRowWithDeployment = EnvironmentRow & { readonly latestDeployment?: Deployment };
