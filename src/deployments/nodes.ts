import * as vscode from 'vscode';
import type { Deployment } from '../api/deployments.ts';
import { getDeploymentDuration, getDeploymentFailureKey } from '../domain/deployment.ts';
import {
  formatDeploymentAge,
  formatDeploymentStatus,
  formatLatestDeployment,
} from '../domain/deploymentText.ts';
import { type EnvironmentRef, toEnvironmentRef } from '../domain/environment.ts';
import { toPlainText } from '../domain/plainText.ts';
import { getDeploymentIcon } from '../explorer/deploymentIcon.ts';
import type { EnvironmentRow, Node } from '../explorer/node.ts';
import { createActionRow, createNoteRow } from '../explorer/rows.ts';
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

const maxCommitMessageLines = 20;

/** Creates the group node of an environment's deployments. `latest`: newest deployment, if known. */
export function createDeploymentsNode(
  environment: EnvironmentRowWithDeployment,
  latest: Deployment | undefined,
): DeploymentsNode {
  const { environmentName } = environment;
  return {
    kind: 'deployments',
    environment,
    id: `${environment.id}/deployments`,
    ...toEnvironmentRef(environment),
    label: vscode.l10n.t('Deployments'),
    ...omitUndefined({
      description: latest && formatLatestDeployment(latest, vscode.env.language, 'narrow'),
    }),
    icon: { id: 'rocket' },
    context: 'refreshable',
    tooltip: vscode.l10n.t('Deployments of {0}', environmentName),
    accessibilityLabel: latest
      ? vscode.l10n.t(
          'Deployments of {0}, {1}',
          toPlainText(environmentName),
          formatLatestDeployment(latest, vscode.env.language, 'long'),
        )
      : vscode.l10n.t('Deployments of {0}', toPlainText(environmentName)),
  };
}

/** Returns the row of an environment with the state of a running deployment. */
export function markAsDeploying(row: EnvironmentRowWithDeployment): EnvironmentRowWithDeployment {
  return { ...row, deploymentState: { status: 'ongoing' } };
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
  if (deployments.length === 0)
    return [createNoteRow(`${group.id}/none`, vscode.l10n.t('No deployments yet.'))];
  const rows = deployments
    .slice(0, count)
    .map((deployment, index) => createDeploymentNode(group, deployment, index === 0));
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
  return [
    createNoteRow(`${group.id}/noList`, vscode.l10n.t("This service can't list deployments.")),
    createActionRow(`${group.id}/openById`, {
      label: vscode.l10n.t('Open Deployment Logs by ID...'),
      icon: 'package',
      command: 'hostedMcp.openDeploymentLogs',
    }),
  ];
}

/** Creates the node of a deployment, for the tree and for lists to select from. */
export function createDeploymentNode(
  group: Pick<DeploymentsNode, 'id' | keyof EnvironmentRef>,
  deployment: Deployment,
  isLatest: boolean,
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
      ...(isCurrent ? [vscode.l10n.t('current')] : []),
      ...listDeploymentFacts(deployment, subject, 'narrow'),
    ].join(' · '),
    icon: getDeploymentIcon(deployment),
    context: [sourceCommitId === undefined ? '' : 'commit', pageUrl === undefined ? '' : 'page']
      .filter((word) => word !== '')
      .join(' '),
    command: { label: vscode.l10n.t('Open Deployment Logs'), command: 'hostedMcp.openDeploymentLogs' },
    tooltip: formatDeploymentTooltip(deployment),
    accessibilityLabel: [
      subject,
      formatDeploymentStatus(status),
      ...(isCurrent ? [vscode.l10n.t('current')] : []),
      ...listDeploymentFacts(deployment, subject, 'long'),
    ].join(', '),
    ...(isLatest && status === 'failed' && { attention: [createFailureAttention(group)] }),
  };
}

function createFailureAttention({ environmentId }: EnvironmentRef) {
  const text = vscode.l10n.t('Latest deployment failed');
  return { key: getDeploymentFailureKey(environmentId), severity: 'error', text } as const;
}

/**
 * Returns the branch, the commit, the author, and the age, without missing parts and without the part that equals the
 * label.
 */
function listDeploymentFacts(
  deployment: Deployment,
  subject: string,
  style: 'narrow' | 'long',
): readonly string[] {
  const { sourceRef, sourceCommitId, authorUsername } = deployment;
  const parts = [sourceRef, shortenCommitId(sourceCommitId), authorUsername]
    .map((part) => toPlainText(part ?? ''))
    .filter((part) => part !== '' && part !== subject);
  return [...parts, formatDeploymentAge(deployment, vscode.env.language, style)].filter(
    (part) => part !== undefined,
  );
}

function formatDeploymentTooltip(deployment: Deployment): string {
  const { id, status, isCurrent, sourceRef, sourceCommitId, authorUsername } = deployment;
  const duration = getDeploymentDuration(deployment);
  const messageLines = (deployment.sourceCommitMessage ?? '').split(/\r\n?|\n/).map(toPlainText);
  const lines: readonly (readonly [string | undefined, (value: string) => string])[] = [
    [
      isCurrent
        ? vscode.l10n.t('{0}, current', formatDeploymentStatus(status))
        : formatDeploymentStatus(status),
      (value) => vscode.l10n.t('Status: {0}', value),
    ],
    [sourceRef, (value) => vscode.l10n.t('Branch: {0}', value)],
    [sourceCommitId, (value) => vscode.l10n.t('Commit: {0}', value)],
    [authorUsername, (value) => vscode.l10n.t('Author: {0}', value)],
    [formatLocalDate(deployment.startedAt), (value) => vscode.l10n.t('Started: {0}', value)],
    [formatLocalDate(deployment.completedAt), (value) => vscode.l10n.t('Completed: {0}', value)],
    [
      duration === undefined ? undefined : formatDeploymentDuration(duration),
      (value) => vscode.l10n.t('Duration: {0}', value),
    ],
    [id, (value) => vscode.l10n.t('Deployment ID: {0}', value)],
  ];
  const details = lines.flatMap(([value, format]) =>
    value === undefined ? [] : [format(toPlainText(value))],
  );
  const messageText = messageLines.slice(0, maxCommitMessageLines).join('\n').trim();
  return [messageText || getDeploymentSubject(deployment), '', ...details].join('\n');
}

function formatLocalDate(text: string | undefined): string | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toLocaleString(vscode.env.language);
}

/** Returns a normalized HTTP or HTTPS URL, or `undefined` for any other text. */
export function toWebUrl(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

/** The row of an environment, with its latest deployment if the list of projects includes it. */
export type EnvironmentRowWithDeployment = EnvironmentRow & { readonly latestDeployment?: Deployment };
