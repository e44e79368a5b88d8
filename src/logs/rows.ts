import * as vscode from 'vscode';
import type { Branch, Node } from '../explorer/node.ts';
import { type Target, targetOf } from '../explorer/target.ts';
import { CommandId } from '../ids.ts';

/** Below each environment: the way to its logs. */
export const logsBranch: Branch<Node & Target> = {
  under: 'environment',
  children: (environment) => [
    {
      kind: 'logs',
      id: `${environment.id}/logs`,
      ...targetOf(environment),
      label: vscode.l10n.t('Logs'),
      icon: { id: 'list-flat' },
      tooltip: vscode.l10n.t('The newest log entries of {0}, which go on', environment.environmentName),
      accessibilityLabel: vscode.l10n.t('Logs of {0}', environment.environmentName),
      command: { label: vscode.l10n.t('Open Latest Logs'), command: CommandId.openLatestLogs },
    },
  ],
};
