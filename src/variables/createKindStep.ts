import * as vscode from 'vscode';
import { askPickOne, back, type WizardStep } from '../editor/steps.ts';

/** The answers so far for a new variable. */
export interface NewVariableDraft {
  readonly key: string;
  readonly isSecret?: boolean | undefined;
}

interface KindItem extends vscode.QuickPickItem {
  readonly isSecret: boolean;
}

/**
 * Creates a step that asks whether the variable is secret or plain. Preselects the earlier answer, or else the first
 * item.
 */
export function createKindStep<A extends NewVariableDraft>(
  createItems: (key: string) => readonly KindItem[],
  createPlaceholder: (key: string) => string,
): WizardStep<A> {
  return {
    ask: async (answers, frame) => {
      const items = createItems(answers.key);
      const active = items.find(({ isSecret }) => isSecret === answers.isSecret);
      const picked = await askPickOne(frame, { items, placeholder: createPlaceholder(answers.key), active });
      return picked === back ? back : { ...answers, isSecret: picked.isSecret };
    },
  };
}

export function createSecretItem(description: string): KindItem {
  const label = vscode.l10n.t('Secret');
  return { iconPath: new vscode.ThemeIcon('lock'), label, description, isSecret: true };
}

export function createPlainItem(description = ''): KindItem {
  const label = vscode.l10n.t('Plain');
  return { iconPath: new vscode.ThemeIcon('symbol-constant'), label, description, isSecret: false };
}
