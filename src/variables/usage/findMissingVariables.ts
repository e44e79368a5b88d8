import * as vscode from 'vscode';
import { looksSecret } from '../../domain/looksSecret.ts';
import { withCancellableProgress } from '../../editor/progress.ts';
import { ensureSearchable } from '../../editor/searchAvailability.ts';
import { formatEnvironmentLabel } from '../../explorer/environmentLabel.ts';
import type { VariablesService } from '../variablesService.ts';
import { findUsedKeys } from './findUsedKeys.ts';
import { pickMissingKeys } from './pickMissingKeys.ts';

/** The keys that the user picked, and their destination. Nothing is sent to the service. */
interface PickedMissingKeys {
  readonly environmentId: string;
  readonly keys: readonly string[];
  /** The destination of the keys. */
  readonly taken: 'toDocument' | 'toClipboard';
}

/** Finds the keys that the workspace reads and an environment doesn't have, and adds or copies those that the user picks. */
export async function findMissingVariables(
  service: VariablesService,
  argument: unknown,
): Promise<PickedMissingKeys | undefined> {
  const { pickEnvironment, findEnvironmentFolders } = service.context.services;
  if (!ensureSearchable(vscode.l10n.t('variables'))) return undefined;
  const target = await pickEnvironment(argument, vscode.l10n.t('Find Missing Variables'), {
    purpose: 'read',
  });
  const { environmentId } = target;
  const { variables, isListedByService } = await service.read(environmentId, { isInteractive: true });
  const folders = await findEnvironmentFolders(environmentId);
  const { keys: usedKeys, skippedCount } = await withCancellableProgress(
    vscode.l10n.t('Searching this workspace for environment variables...'),
    (signal, report) => findUsedKeys(signal, report, folders),
  );
  const existingKeys = new Set(variables.map(({ key }) => key));
  const title = vscode.l10n.t('Missing from {0}', formatEnvironmentLabel(target));
  const keys = await pickMissingKeys({
    title,
    usedKeys,
    existingKeys,
    skippedCount,
    folders,
    canOnlyCopy: !isListedByService,
  });
  if (!keys) return undefined;
  if (isListedByService) await addToDocument(await service.documents.open(target), keys);
  else await copyMissingKeys(keys);
  return { environmentId, keys, taken: isListedByService ? 'toDocument' : 'toClipboard' };
}

/**
 * Adds a line for each key that the document doesn't have yet, as a snippet: *Tab* moves from value to value. Doesn't
 * save the document.
 */
async function addToDocument(uri: vscode.Uri, keys: readonly string[]): Promise<void> {
  const { parseEnv } = await import('../env/parseEnv.ts');
  const document = await vscode.workspace.openTextDocument(uri);
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  const existing = new Set(parseEnv(document.getText()).assignments.map(({ key }) => key));
  const added = keys.filter((key) => !existing.has(key));
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
