import * as l10n from '@vscode/l10n';
import type { Deployment } from '../api/deployments.ts';
import { toPlainText } from '../domain/plainText.ts';
import { deploymentSubject, shortCommit } from './commit.ts';

/** Maximum number of listed variables. */
const maxKeys = 10;

/**
 * Returns the details of the confirmation: the source, the deployment that is replaced, and the changed variables.
 * `source`: description of the source, if it isn't the branch of the last deployment.
 */
export function deployDetail(
  deployments: readonly Deployment[] | undefined,
  changedKeys: readonly string[],
  what = l10n.t(
    'The service rebuilds the server with the current variables. Once deployed, the new build replaces the running server.',
  ),
  source?: string,
): string {
  const current =
    deployments?.find(({ isCurrent }) => isCurrent) ??
    deployments?.find(({ status }) => status === 'deployed');
  const branch = (deployments?.[0]?.sourceRef ?? '').replace(/^refs\/heads\//, '');
  return [
    source ?? (branch === '' ? '' : l10n.t('Branch: {0}', toPlainText(branch))),
    current ? l10n.t('Currently deployed: {0}', describeCommit(current)) : '',
    changedKeys.length === 0
      ? ''
      : l10n.t('Variables changed since the last deployment: {0}', keysText(changedKeys)),
    what,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function describeCommit(deployment: Deployment): string {
  const [commit, subject] = [shortCommit(deployment.sourceCommitId), deploymentSubject(deployment)];
  return commit === undefined || commit === subject ? subject : `${commit} ${subject}`;
}

function keysText(keys: readonly string[]): string {
  const shown = keys.slice(0, maxKeys).join(', ');
  return keys.length > maxKeys ? l10n.t('{0} and {1} more', shown, keys.length - maxKeys) : shown;
}
