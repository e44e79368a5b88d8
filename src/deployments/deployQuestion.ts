import type { Deployment } from '../api/deployments.ts';
import type { Translate } from '../editor/translate.ts';
import { plainText } from '../explorer/plainText.ts';

/** Names so many variables at most. */
const mostKeys = 10;

/** What is asked before a deployment: what is built, in whose place, and which changes of variables it applies. */
export function deployDetail(
  deployments: readonly Deployment[] | undefined,
  changedKeys: readonly string[],
  t: Translate,
): string {
  const current = deployments?.find(({ isCurrent }) => isCurrent) ?? deployments?.[0];
  const branch = (deployments?.[0]?.sourceRef ?? '').replace(/^refs\/heads\//, '');
  return [
    branch === '' ? '' : t('Branch: {0}, at its newest commit', plainText(branch)),
    current?.sourceCommitId === undefined ? '' : t('Deployed now: {0}', commitText(current)),
    changedKeys.length === 0 ? '' : t('Variables changed since: {0}', keysText(changedKeys, t)),
    t(
      'The service builds it anew, with the variables as they are now. Once that is deployed, it replaces what runs there.',
    ),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function commitText({ sourceCommitId = '', sourceCommitMessage = '' }: Deployment): string {
  const [subject = ''] = sourceCommitMessage.split('\n');
  return plainText(`${sourceCommitId.slice(0, 7)} ${subject}`);
}

function keysText(keys: readonly string[], t: Translate): string {
  const shown = keys.slice(0, mostKeys).join(', ');
  return keys.length > mostKeys ? t('{0} and {1} more', shown, keys.length - mostKeys) : shown;
}
