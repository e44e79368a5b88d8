import * as vscode from 'vscode';
import type { SettingId } from '../ids.ts';
import type { Remedy } from './problem.ts';

/** Creates the remedy *Open Settings*, which shows a setting that can fix the problem. */
export function createOpenSettingRemedy(id: SettingId | 'chat.disableAIFeatures'): Remedy {
  return {
    label: vscode.l10n.t('Open Settings'),
    icon: 'settings-gear',
    command: 'workbench.action.openSettings',
    arguments: [id],
  };
}
