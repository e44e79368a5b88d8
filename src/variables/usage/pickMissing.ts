import * as vscode from 'vscode';
import { plainText } from '../../explorer/plainText.ts';
import type { UsedKey } from './workspaceKeys.ts';

type Item = vscode.QuickPickItem & { readonly used: UsedKey };

/**
 * Shows the keys that are used here and that `have` lacks; resolves with those that the user wants to add, at least
 * one, or undefined when left. Where none is missing, it says so instead.
 */
export async function pickMissing(
  title: string,
  used: readonly UsedKey[],
  have: ReadonlySet<string>,
): Promise<readonly string[] | undefined> {
  const missing = used.filter(({ key }) => !have.has(key));
  if (missing.length > 0) return pick(title, missing);
  // Not awaited: the caller gets its answer while the message still stands.
  void vscode.window.showInformationMessage(nothingMissingText(used));
  return undefined;
}

function pick(title: string, missing: readonly UsedKey[]): Promise<readonly string[] | undefined> {
  return new Promise((resolve) => {
    const box = vscode.window.createQuickPick<Item>();
    box.title = title;
    box.placeholder = vscode.l10n.t('Read in this workspace and missing there. Select what to add.');
    box.canSelectMany = true;
    box.matchOnDescription = true;
    // It stays while its files are looked at.
    box.ignoreFocusOut = true;
    box.items = missing.map(itemOf);
    box.onDidTriggerItemButton(({ item }) => void showFirstUse(item.used));
    box.onDidAccept(() => {
      const keys = box.selectedItems.map(({ used }) => used.key);
      resolve(keys.length > 0 ? keys : undefined);
      box.hide();
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

function itemOf(used: UsedKey): Item {
  const button = {
    iconPath: new vscode.ThemeIcon('go-to-file'),
    tooltip: vscode.l10n.t('Go to Its First Use'),
  };
  return { label: used.key, description: placesText(used), buttons: [button], used };
}

function placesText({ places: [first, ...more] }: UsedKey): string {
  if (!first) return '';
  const place = `${plainText(vscode.workspace.asRelativePath(first.uri))}:${first.line + 1}`;
  return more.length === 0 ? place : vscode.l10n.t('{0} and {1} more', place, numberText(more.length));
}

/** The keyboard stays in the list. */
async function showFirstUse({ places: [first] }: UsedKey): Promise<void> {
  if (!first) return;
  const selection = new vscode.Range(first.line, 0, first.line, 0);
  try {
    await vscode.window.showTextDocument(first.uri, { selection, preview: true, preserveFocus: true });
  } catch {
    const path = plainText(vscode.workspace.asRelativePath(first.uri));
    void vscode.window.showWarningMessage(vscode.l10n.t('{0} cannot be opened any more.', path));
  }
}

function nothingMissingText(used: readonly UsedKey[]): string {
  if (used.length === 0) {
    return vscode.l10n.t('No environment variable was found that this workspace reads by its name.');
  }
  const files = new Set(used.flatMap(({ places }) => places.map(({ uri }) => uri.toString()))).size;
  return vscode.l10n.t(
    'Every variable that this workspace reads is there: {0} in {1}.',
    used.length === 1 ? vscode.l10n.t('1 key') : vscode.l10n.t('{0} keys', numberText(used.length)),
    files === 1 ? vscode.l10n.t('1 file') : vscode.l10n.t('{0} files', numberText(files)),
  );
}

function numberText(value: number): string {
  return value.toLocaleString(vscode.env.language);
}
