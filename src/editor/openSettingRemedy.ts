import * as vscode from 'vscode';
import type { SettingId } from '../ids.ts';
import type { Remedy } from './problem.ts';

/** Returns the remedy for a problem that a setting causes. */
export function createOpenSettingRemedy(id: (typeof SettingId)[keyof typeof SettingId]): Remedy {
  return {
    label: vscode.l10n.t('Open Settings'),
    icon: 'settings-gear',
    command: 'workbench.action.openSettings',
    arguments: [id],
  };
}
