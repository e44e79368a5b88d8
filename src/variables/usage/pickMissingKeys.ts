import * as vscode from 'vscode';
import { toPlainText } from '../../domain/plainText.ts';
import { showInformation, showWarning } from '../../editor/message.ts';
import { pickMany } from '../../editor/pickBox.ts';
import { joinSentences } from '../../editor/sentences.ts';
import type { UsedKey } from './findUsedKeys.ts';

type MissingKeyItem = vscode.QuickPickItem & { readonly used: UsedKey };

interface MissingKeysQuestion {
  readonly title: string;
  readonly usedKeys: readonly UsedKey[];
  /** The keys that the environment has. */
  readonly existingKeys: ReadonlySet<string>;
  /** The number of files that weren't searched. */
  readonly skippedCount: number;
  /** The folders that were searched. Empty if all open folders were searched. */
  readonly folders: readonly vscode.Uri[];
  /**
   * Whether the keys can only be copied, because the service can't list or create variables. In this case,
   * `existingKeys` might be incomplete.
   */
  readonly canOnlyCopy: boolean;
}

/**
 * Asks which of the used keys that the environment doesn't have to add. Shows a message if none are missing. Returns at
 * least one key, or `undefined`. Throws a `CancellationError`.
 */
export async function pickMissingKeys(question: MissingKeysQuestion): Promise<readonly string[] | undefined> {
  const { usedKeys, existingKeys, skippedCount } = question;
  const missing = usedKeys.filter(({ key }) => !existingKeys.has(key));
  if (missing.length > 0) return pickKeys(question, missing);
  // Not awaited: the command ends while the message is still open.
  void showInformation(joinSentences(nothingMissingText(usedKeys), skippedText(skippedCount)));
  return undefined;
}

async function pickKeys(
  { title, skippedCount, folders, canOnlyCopy }: MissingKeysQuestion,
  missing: readonly UsedKey[],
): Promise<readonly string[] | undefined> {
  const picked = await pickMany(canOnlyCopy ? vscode.l10n.t('{0}: Copy Keys', title) : title, {
    items: missing.map(toMissingKeyItem),
    picked: [],
    placeholder: joinSentences(
      canOnlyCopy
        ? vscode.l10n.t(
            "Select the keys to copy. These variables are used in this workspace but aren't in your list. This service can't create variables.",
          )
        : promptText(folders),
      skippedText(skippedCount),
    ),
    onItemButton: ({ used }) => void showFirstUse(used),
  });
  return picked.length > 0 ? picked.map(({ used }) => used.key) : undefined;
}

function promptText(folders: readonly vscode.Uri[]): string {
  if (folders.length === 0) {
    return vscode.l10n.t(
      'Select the variables to add. These variables are used in this workspace but missing from the environment.',
    );
  }
  const names = folders.map((one) => toPlainText(vscode.workspace.getWorkspaceFolder(one)?.name ?? one.path));
  return vscode.l10n.t(
    'Select the variables to add. These variables are used in {0} but missing from the environment.',
    names.join(', '),
  );
}

function toMissingKeyItem(used: UsedKey): MissingKeyItem {
  const button = {
    iconPath: new vscode.ThemeIcon('go-to-file'),
    tooltip: vscode.l10n.t('Go to First Use'),
  };
  return { label: used.key, description: usesText(used), buttons: [button], used };
}

function usesText({ uses: [first, ...more] }: UsedKey): string {
  if (!first) return '';
  const place = `${toPlainText(vscode.workspace.asRelativePath(first.uri))}:${first.line + 1}`;
  return more.length === 0 ? place : vscode.l10n.t('{0} and {1} more', place, formatNumber(more.length));
}

/** Opens the line of the first use. Keeps the focus in the list. */
async function showFirstUse({ uses: [first] }: UsedKey): Promise<void> {
  if (!first) return;
  const selection = new vscode.Range(first.line, 0, first.line, 0);
  try {
    await vscode.window.showTextDocument(first.uri, { selection, preview: true, preserveFocus: true });
  } catch {
    const path = toPlainText(vscode.workspace.asRelativePath(first.uri));
    void showWarning(vscode.l10n.t("Couldn't open {0}. The file might have been moved or deleted.", path));
  }
}

/**
 * Returns the message if no keys are missing. Names the scope of the search, because names that are composed at run
 * time can't be found.
 */
function nothingMissingText(used: readonly UsedKey[]): string {
  const scope = vscode.l10n.t(
    'The search finds only keys that appear literally in JavaScript, TypeScript, and Python files and in templates such as .env.example.',
  );
  if (used.length === 0) return joinSentences(vscode.l10n.t('No environment variables were found.'), scope);
  const files = new Set(used.flatMap(({ uses }) => uses.map(({ uri }) => uri.toString()))).size;
  const summary = vscode.l10n.t(
    'No missing variables were found. The environment has {0} found in {1}.',
    used.length === 1 ? vscode.l10n.t('the 1 key') : vscode.l10n.t('all {0} keys', formatNumber(used.length)),
    files === 1 ? vscode.l10n.t('1 file') : vscode.l10n.t('{0} files', formatNumber(files)),
  );
  return joinSentences(summary, scope);
}

function skippedText(skipped: number): string {
  if (skipped === 0) return '';
  return skipped === 1
    ? vscode.l10n.t("1 file wasn't searched.")
    : vscode.l10n.t("{0} files weren't searched.", formatNumber(skipped));
}

function formatNumber(value: number): string {
  return value.toLocaleString(vscode.env.language);
}
