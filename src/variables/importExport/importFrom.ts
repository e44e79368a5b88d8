import * as vscode from 'vscode';
import { stringArgument } from '../../editor/arguments.ts';
import { getFileName } from '../../editor/fileName.ts';
import { pickOne } from '../../editor/pickOne.ts';
import { askLocalFile, findEnvFiles, readClipboardText, readTextFile } from '../localFiles.ts';

/** A text to import, and what it is called in a sentence. */
interface Source {
  readonly name: string;
  readonly text: string;
}

interface Item extends vscode.QuickPickItem {
  readonly read: () => Promise<Source>;
}

/** From `file` (a URI) or `source: 'clipboard'` in the argument, else asked for. Rejects with a `CancellationError`. */
export async function importFrom(argument: unknown, title: string): Promise<Source> {
  const file = stringArgument(argument, 'file');
  if (file !== undefined) return fromFile(vscode.Uri.parse(file, true));
  if (stringArgument(argument, 'source') === 'clipboard') return fromClipboard();
  const items: readonly Item[] = [
    ...(await findEnvFiles()).map((uri) => ({
      iconPath: new vscode.ThemeIcon('file'),
      label: getFileName(uri),
      description: vscode.workspace.getWorkspaceFolder(uri)?.name ?? '',
      read: () => fromFile(uri),
    })),
    {
      iconPath: new vscode.ThemeIcon('folder-opened'),
      label: vscode.l10n.t('File...'),
      read: async () => fromFile(await askLocalFile(title, vscode.l10n.t('Import'))),
    },
    { iconPath: new vscode.ThemeIcon('clippy'), label: vscode.l10n.t('Clipboard'), read: fromClipboard },
  ];
  const placeHolder = vscode.l10n.t('Select a source of KEY=value lines');
  const picked = await pickOne(items, { title, placeHolder });
  return picked.read();
}

async function fromFile(uri: vscode.Uri): Promise<Source> {
  return { name: getFileName(uri), text: await readTextFile(uri) };
}

async function fromClipboard(): Promise<Source> {
  return { name: vscode.l10n.t('the clipboard'), text: await readClipboardText() };
}
