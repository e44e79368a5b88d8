import * as vscode from 'vscode';
import type { Services } from '../../context.ts';
import type { EnvironmentRef, PickEnvironment } from '../../domain/environment.ts';
import { looksSecret } from '../../domain/looksSecret.ts';
import type { CommandHandler } from '../../editor/commands.ts';
import { withCancellableProgress } from '../../editor/progress.ts';
import { ensureSearchable } from '../../editor/searchAvailability.ts';
import { environmentLabel } from '../../explorer/environmentLabel.ts';
import type { ReadVariables } from '../reader.ts';
import { findUsedKeys } from './findUsedKeys.ts';
import { pickMissingKeys } from './pickMissingKeys.ts';

interface FindMissingDeps {
  readonly pickEnvironment: PickEnvironment;
  readonly read: ReadVariables;
  readonly foldersOf: Services['findEnvironmentFolders'];
  readonly openDocument: (target: EnvironmentRef) => Promise<vscode.Uri>;
}

/** The keys that the user picked, and their destination. Nothing is sent to the service. */
interface PickedMissingKeys {
  readonly environmentId: string;
  readonly keys: readonly string[];
  readonly taken: 'toDocument' | 'toClipboard';
}

export function findMissingVariablesCommand({
  pickEnvironment,
  read,
  foldersOf,
  openDocument,
}: FindMissingDeps): CommandHandler {
  return async (argument): Promise<PickedMissingKeys | undefined> => {
    if (!ensureSearchable(vscode.l10n.t('variables'))) return undefined;
    const target = await pickEnvironment(argument, vscode.l10n.t('Find Missing Variables'));
    const { environmentId } = target;
    const { variables, isListed } = await read(environmentId, { isInteractive: true });
    const folders = await foldersOf(environmentId);
    const { keys: used, skipped } = await withCancellableProgress(
      vscode.l10n.t('Searching this workspace for environment variables...'),
      (signal, report) => findUsedKeys(signal, report, folders),
    );
    const have = new Set(variables.map(({ key }) => key));
    const title = vscode.l10n.t('Missing from {0}', environmentLabel(target));
    const keys = await pickMissingKeys({ title, used, have, skipped, folders, isForCopy: !isListed });
    if (!keys) return undefined;
    if (isListed) await addToDocument(await openDocument(target), keys);
    else await copyMissingKeys(keys);
    return { environmentId, keys, taken: isListed ? 'toDocument' : 'toClipboard' };
  };
}

/**
 * Adds a line for each key that the document doesn't have yet, as a snippet: *Tab* moves from value to value. Doesn't
 * save the document.
 */
async function addToDocument(uri: vscode.Uri, keys: readonly string[]): Promise<void> {
  const { parseEnv } = await import('../env/parseEnv.ts');
  const document = await vscode.workspace.openTextDocument(uri);
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  const there = new Set(parseEnv(document.getText()).assignments.map(({ key }) => key));
  const added = keys.filter((key) => !there.has(key));
  const end = document.lineAt(document.lineCount - 1).range.end;
  const lines = new vscode.SnippetString(end.character === 0 ? '' : '\n');
  for (const key of added) {
    lines.appendText(`${key}=`).appendTabstop();
    lines.appendText(looksSecret(key) ? ' # secret\n' : '\n');
  }
  if (added.length > 0) await editor.insertSnippet(lines, end);
}

async function copyMissingKeys(keys: readonly string[]): Promise<void> {
  await vscode.env.clipboard.writeText(keys.join('\n'));
  vscode.window.setStatusBarMessage(
    keys.length === 1
      ? vscode.l10n.t('$(check) Key copied')
      : vscode.l10n.t('$(check) {0} keys copied', keys.length),
    3000,
  );
}
