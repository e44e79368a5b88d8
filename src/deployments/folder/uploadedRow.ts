import * as vscode from 'vscode';
import { plainText } from '../../domain/plainText.ts';
import { stringArgument } from '../../editor/arguments.ts';
import type { Node } from '../../explorer/node.ts';
import { shortCommit } from '../commit.ts';
import type { Uploaded } from './uploaded.ts';

/** The row of a deployment, with what was uploaded for it from here. */
export function uploadedRow(row: Node, find: (deploymentId: string) => Uploaded | undefined): Node {
  const deploymentId = stringArgument(row, 'deploymentId') ?? '';
  const uploaded = row.kind === 'deployment' ? find(deploymentId) : undefined;
  if (!uploaded) return row;
  const commit = shortCommit(uploaded.commit);
  const said = [
    ...(commit === undefined ? [] : [commit]),
    ...(uploaded.isDirty ? [vscode.l10n.t('with local changes')] : []),
  ];
  // Without a commit of its own, the service says no more than the id.
  const name = vscode.l10n.t('Folder {0}', plainText(uploaded.folderName));
  const label = row.label === plainText(deploymentId) ? name : row.label;
  const told = label === name ? said : [name, ...said];
  return {
    ...row,
    label,
    description: [...told, row.description ?? ''].filter((part) => part !== '').join(' · '),
    tooltip: [row.tooltip ?? '', vscode.l10n.t('Uploaded: {0}', [name, ...said].join(', '))].join('\n'),
    ...(row.accessibilityLabel !== undefined && {
      accessibilityLabel: [row.accessibilityLabel.replace(row.label, label), ...told].join(', '),
    }),
  };
}
