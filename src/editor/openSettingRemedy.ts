import * as vscode from 'vscode';
import type { SettingId } from '../ids.ts';
import type { Remedy } from './problem.ts';

/** Leads to a setting that is in the way. */
export function openSettingRemedy(id: (typeof SettingId)[keyof typeof SettingId]): Remedy {
  return {
    label: vscode.l10n.t('Open Settings'),
    icon: 'settings-gear',
    command: 'workbench.action.openSettings',
    arguments: [id],
  };
}
