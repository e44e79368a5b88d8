import * as vscode from 'vscode';
import { getStringArgument } from '../editor/arguments.ts';
import { createOpenSettingRemedy } from '../editor/openSettingRemedy.ts';
import { UserError } from '../editor/userError.ts';
import { findProtection } from '../explorer/environmentLabel.ts';
import type { Node } from '../explorer/node.ts';
import { addFacts } from '../explorer/rows.ts';
import { SettingId } from '../ids.ts';

/** Marks the row of an environment that is protected in the settings. */
export function decorateProtected(row: Node): Node {
  const environmentName = getStringArgument(row, 'environmentName');
  const isDeletable = /\bdeletable\b/.test(row.context ?? '');
  if (row.kind !== 'environment' || !isDeletable || environmentName === undefined) return row;
  const pattern = findProtection({ environmentName, projectName: getStringArgument(row, 'projectName') });
  if (pattern === undefined) return row;
  return {
    ...row,
    description: [row.description, vscode.l10n.t('protected')].filter(Boolean).join(' · '),
    tooltip: addFacts(row, [
      { icon: 'shield', text: vscode.l10n.t('Protected by "{0}" in the settings', pattern) },
    ]),
    accessibilityLabel: vscode.l10n.t(
      '{0}, {1}',
      row.accessibilityLabel ?? row.label,
      vscode.l10n.t('protected'),
    ),
    context: (row.context ?? '').replace(/\bdeletable\b/, 'protected'),
  };
}

/** Returns the error for a protected environment, with a remedy that opens the setting. */
export function createProtectedError(place: string, pattern: string): UserError {
  return new UserError(
    vscode.l10n.t('{0} can\'t be deleted because it\'s protected by "{1}" in the settings.', place, pattern),
    {
      isPermanent: true,
      remedies: [createOpenSettingRemedy(SettingId.protectedEnvironments)],
    },
  );
}
