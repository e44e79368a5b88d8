import * as l10n from '@vscode/l10n';
import type { Deployment } from '../api/deployments.ts';
import { toPlainText } from '../domain/plainText.ts';
import { getDeploymentSubject, shortenCommitId } from './commit.ts';

/** Maximum number of listed variables. */
const maxListedKeys = 10;

/** The details of a confirmation. Each text is one line. */
interface DeployDetails {
  /** The source, and the deployment that is replaced. */
  readonly facts: readonly string[];
  /** The changed variables, and what the deployment does. */
  readonly effects: readonly string[];
}

/**
 * Returns the details of the confirmation. `effectText`: what the deployment does. `sourceText`: description of the
 * source, if it isn't the branch of the last deployment.
 */
export function listDeployDetails(
  deployments: readonly Deployment[] | undefined,
  changedKeys: readonly string[],
  effectText = l10n.t(
    'The service rebuilds the server with the current variables. Once deployed, the new build replaces the running server.',
  ),
  sourceText?: string,
): DeployDetails {
  const currentDeployment =
    deployments?.find(({ isCurrent }) => isCurrent) ??
    deployments?.find(({ status }) => status === 'deployed');
  const branch = (deployments?.[0]?.sourceRef ?? '').replace(/^refs\/heads\//, '');
  const facts = [
    sourceText ?? (branch === '' ? '' : l10n.t('Branch: {0}', toPlainText(branch))),
    currentDeployment ? l10n.t('Currently deployed: {0}', describeCommit(currentDeployment)) : '',
  ];
  const changedText =
    changedKeys.length === 0
      ? ''
      : l10n.t('Variables changed since the last deployment: {0}', formatKeys(changedKeys));
  const hasText = (line: string): boolean => line !== '';
  return { facts: facts.filter(hasText), effects: [changedText, effectText].filter(hasText) };
}

/** Returns the details of the confirmation, one on each line. The parameters are those of `listDeployDetails`. */
export function formatDeployDetail(...parameters: Parameters<typeof listDeployDetails>): string {
  const { facts, effects } = listDeployDetails(...parameters);
  return [...facts, ...effects].join('\n');
}

function describeCommit(deployment: Deployment): string {
  const [commit, subject] = [shortenCommitId(deployment.sourceCommitId), getDeploymentSubject(deployment)];
  return commit === undefined || commit === subject ? subject : `${commit} ${subject}`;
}

function formatKeys(keys: readonly string[]): string {
  const listedKeys = keys.slice(0, maxListedKeys).join(', ');
  return keys.length > maxListedKeys
    ? l10n.t('{0} and {1} more', listedKeys, keys.length - maxListedKeys)
    : listedKeys;
}
