import * as vscode from 'vscode';
import { plainText } from '../../domain/plainText.ts';
import { stringArgument } from '../../editor/arguments.ts';
import type { Node } from '../../explorer/node.ts';
import { shortCommit } from '../commit.ts';
import type { UploadedDeployment } from './uploadedDeployments.ts';

/** Adds the uploaded folder and commit to the row of a deployment. */
export function decorateUploaded(
  row: Node,
  find: (deploymentId: string) => UploadedDeployment | undefined,
): Node {
  const deploymentId = stringArgument(row, 'deploymentId') ?? '';
  const uploaded = row.kind === 'deployment' ? find(deploymentId) : undefined;
  if (!uploaded) return row;
  const commit = shortCommit(uploaded.commit);
  const facts = [
    ...(commit === undefined ? [] : [commit]),
    ...(uploaded.isDirty ? [vscode.l10n.t('with local changes')] : []),
  ];
  // Without a commit, the service returns only the deployment ID.
  const name = vscode.l10n.t('Folder {0}', plainText(uploaded.folderName));
  const label = row.label === plainText(deploymentId) ? name : row.label;
  const shown = label === name ? facts : [name, ...facts];
  return {
    ...row,
    label,
    description: [...shown, row.description ?? ''].filter((part) => part !== '').join(' · '),
    tooltip: [row.tooltip ?? '', vscode.l10n.t('Uploaded: {0}', [name, ...facts].join(', '))].join('\n'),
    ...(row.accessibilityLabel !== undefined && {
      accessibilityLabel: [row.accessibilityLabel.replace(row.label, label), ...shown].join(', '),
    }),
  };
}
