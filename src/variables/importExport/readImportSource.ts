import * as vscode from 'vscode';
import { getStringArgument } from '../../editor/arguments.ts';
import { getFileName } from '../../editor/fileName.ts';
import { pickOne } from '../../editor/pickOne.ts';
import { askLocalFile, findEnvFiles, readClipboardText, readTextFile } from '../localFiles.ts';

/** The text to import, and the name of its source for messages. */
interface ImportSource {
  readonly name: string;
  readonly text: string;
}

interface ImportSourceItem extends vscode.QuickPickItem {
  readonly read: () => Promise<ImportSource>;
}

/**
 * Reads the source: `file` (a URI) or `source: 'clipboard'` of the command argument, or the one that the user picks.
 * Throws a `CancellationError`.
 */
export async function readImportSource(argument: unknown, title: string): Promise<ImportSource> {
  const file = getStringArgument(argument, 'file');
  if (file !== undefined) return readFileSource(vscode.Uri.parse(file, true));
  if (getStringArgument(argument, 'source') === 'clipboard') return readClipboardSource();
  const items: readonly ImportSourceItem[] = [
    ...(await findEnvFiles()).map((uri) => ({
      iconPath: new vscode.ThemeIcon('file'),
      label: getFileName(uri),
      description: vscode.workspace.getWorkspaceFolder(uri)?.name ?? '',
      read: () => readFileSource(uri),
    })),
    {
      iconPath: new vscode.ThemeIcon('folder-opened'),
      label: vscode.l10n.t('File...'),
      read: async () => readFileSource(await askLocalFile(title, vscode.l10n.t('Import'))),
    },
    {
      iconPath: new vscode.ThemeIcon('clippy'),
      label: vscode.l10n.t('Clipboard'),
      read: readClipboardSource,
    },
  ];
  const placeHolder = vscode.l10n.t('Select a source of KEY=value lines');
  const picked = await pickOne(items, { title, placeHolder });
  return picked.read();
}

async function readFileSource(uri: vscode.Uri): Promise<ImportSource> {
  return { name: getFileName(uri), text: await readTextFile(uri) };
}

async function readClipboardSource(): Promise<ImportSource> {
  return { name: vscode.l10n.t('the clipboard'), text: await readClipboardText() };
}
