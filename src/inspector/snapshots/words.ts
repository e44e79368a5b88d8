import * as vscode from 'vscode';
import { formatAge } from '../../domain/age.ts';
import { plainText } from '../../domain/plainText.ts';
import type { StoredSnapshot } from './store.node.ts';

/** Returns a list item for a snapshot, such as "Snapshot: 2 hours ago". */
export function snapshotPickItem({ at, deploymentId }: StoredSnapshot, now: number) {
  const age = formatAge(now - at, vscode.env.language, 'long');
  return {
    label: vscode.l10n.t('Snapshot: {0}', age),
    description:
      deploymentId === undefined
        ? vscode.l10n.t('saved by you')
        : vscode.l10n.t('after deployment {0}', shortenDeploymentId(deploymentId)),
    detail: formatSnapshotTime(at),
    iconPath: new vscode.ThemeIcon('history'),
  };
}

/** Returns the title of a comparison with a snapshot. It has the time instead of the age, because the page stays open. */
export function snapshotTitle({ at, deploymentId }: StoredSnapshot): string {
  return deploymentId === undefined
    ? vscode.l10n.t('the snapshot from {0}', formatSnapshotTime(at))
    : vscode.l10n.t(
        'the snapshot from {0}, after deployment {1}',
        formatSnapshotTime(at),
        shortenDeploymentId(deploymentId),
      );
}

const formatSnapshotTime = (at: number): string =>
  new Date(at).toLocaleString(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' });

const shortenDeploymentId = (id: string): string =>
  id.length > 12 ? `${plainText(id.slice(0, 12))}…` : plainText(id);
