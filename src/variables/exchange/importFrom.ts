import * as vscode from 'vscode';
import { answer } from '../../editor/answers.ts';
import { fileName, readClipboard, readText } from './readText.ts';

/** A text to import, and what it is called in a sentence. */
export interface Source {
  readonly name: string;
  readonly text: string;
}

interface Item extends vscode.QuickPickItem {
  readonly read: () => Promise<Source>;
}

/** From `file` (a URI) or `source: 'clipboard'` in the argument, else asked for. Rejects with a `CancellationError`. */
export async function importFrom(argument: unknown, title: string): Promise<Source> {
  const file = answer(argument, 'file');
  if (file !== undefined) return fromFile(vscode.Uri.parse(file, true));
  if (answer(argument, 'source') === 'clipboard') return fromClipboard();
  const t = vscode.l10n.t;
  const items: readonly Item[] = [
    ...(await envFiles()).map((uri) => ({
      label: `$(file) ${fileName(uri)}`,
      description: vscode.workspace.getWorkspaceFolder(uri)?.name ?? '',
      read: () => fromFile(uri),
    })),
    { label: t('$(folder-opened) A file…'), read: () => fromDialog(title) },
    { label: t('$(clippy) The clipboard'), read: fromClipboard },
  ];
  const placeHolder = t('Where are the variables, as KEY=value?');
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder, ignoreFocusOut: true });
  if (!picked) throw new vscode.CancellationError();
  return picked.read();
}

async function fromFile(uri: vscode.Uri): Promise<Source> {
  return { name: fileName(uri), text: await readText(uri) };
}

async function fromClipboard(): Promise<Source> {
  return { name: vscode.l10n.t('the clipboard'), text: await readClipboard() };
}

async function fromDialog(title: string): Promise<Source> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const openLabel = vscode.l10n.t('Import');
  const [uri] =
    (await vscode.window.showOpenDialog({ title, openLabel, ...(folder && { defaultUri: folder }) })) ?? [];
  if (!uri) throw new vscode.CancellationError();
  return fromFile(uri);
}

/** `.env`, `.env.local` and the like, at the top of the folders that are open. */
async function envFiles(): Promise<readonly vscode.Uri[]> {
  const found = await Promise.all(
    (vscode.workspace.workspaceFolders ?? []).map(async ({ uri }) => {
      // A folder that cannot be read offers nothing.
      const entries = await vscode.workspace.fs.readDirectory(uri).then(undefined, () => []);
      return entries
        .filter(([name, type]) => name.startsWith('.env') && (type & vscode.FileType.File) !== 0)
        .map(([name]) => vscode.Uri.joinPath(uri, name))
        .sort((a, b) => (a.path < b.path ? -1 : 1));
    }),
  );
  return found.flat();
}
