import * as vscode from 'vscode';
import { type EnvironmentRef, toEnvironmentRef } from '../domain/environment.ts';
import type { Branch, Node } from '../explorer/node.ts';

/** The **Logs** node below each environment. */
export const logsBranch: Branch<Node & EnvironmentRef> = {
  under: 'environment',
  children: (environment) => [
    {
      kind: 'logs',
      id: `${environment.id}/logs`,
      ...toEnvironmentRef(environment),
      label: vscode.l10n.t('Logs'),
      icon: { id: 'list-flat' },
      tooltip: vscode.l10n.t('Latest log entries from {0}, updated live', environment.environmentName),
      accessibilityLabel: vscode.l10n.t('Logs of {0}', environment.environmentName),
      command: { label: vscode.l10n.t('Open Latest Logs'), command: 'hostedMcp.openLatestLogs' },
    },
  ],
};
