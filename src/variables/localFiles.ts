import * as vscode from 'vscode';
import { getFileName } from '../editor/fileName.ts';
import { UserError } from '../editor/userError.ts';
import { omitUndefined } from '../fields.ts';

/** Maximum size of a file in bytes, or of the clipboard text in characters. */
const maxLength = 1_000_000;

/** Reads a text file, or its unsaved content in an editor. Keeps the byte order mark. Throws a `UserError`. */
export async function readTextFile(file: vscode.Uri): Promise<string> {
  const name = getFileName(file);
  const unsaved = vscode.workspace.textDocuments.find(
    ({ uri, isDirty }) => isDirty && uri.toString() === file.toString(),
  );
  if (unsaved) return checkText(unsaved.getText(), name);
  let bytes: Uint8Array;
  try {
    const { size } = await vscode.workspace.fs.stat(file);
    if (size > maxLength) throw new UserError(tooLargeText(name));
    bytes = await vscode.workspace.fs.readFile(file);
  } catch (error) {
    if (!(error instanceof vscode.FileSystemError)) throw error;
    throw new UserError(vscode.l10n.t("Couldn't read {0}: {1}", name, error.message), { cause: error });
  }
  return checkText(decodeUtf8(bytes, name), name);
}

export async function readClipboardText(): Promise<string> {
  const text = await vscode.env.clipboard.readText();
  if (text.includes('\0')) {
    throw new UserError(vscode.l10n.t('The clipboard contains binary data instead of text.'));
  }
  return checkText(text, vscode.l10n.t('The clipboard'));
}

/** Finds files such as `.env` and `.env.local` at the top of the open folders. */
export async function findEnvFiles(): Promise<readonly vscode.Uri[]> {
  const files = await Promise.all(
    (vscode.workspace.workspaceFolders ?? []).map(async ({ uri }) => {
      // A folder that can't be read has no files to offer.
      const entries = await vscode.workspace.fs.readDirectory(uri).then(undefined, () => []);
      return entries
        .filter(([name, type]) => name.startsWith('.env') && (type & vscode.FileType.File) !== 0)
        .map(([name]) => vscode.Uri.joinPath(uri, name))
        .sort((a, b) => (a.path < b.path ? -1 : 1));
    }),
  );
  return files.flat();
}

/** Asks for a file. Throws a `CancellationError`. */
export async function askLocalFile(title: string, openLabel: string): Promise<vscode.Uri> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const [uri] =
    (await vscode.window.showOpenDialog({ title, openLabel, ...omitUndefined({ defaultUri: folder }) })) ??
    [];
  if (!uri) throw new vscode.CancellationError();
  return uri;
}

function decodeUtf8(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UserError(notUtf8Text(name));
  }
}

function checkText(text: string, name: string): string {
  if (text.length > maxLength) throw new UserError(tooLargeText(name));
  if (text.includes('\0')) throw new UserError(notUtf8Text(name));
  return text;
}

function tooLargeText(name: string): string {
  return vscode.l10n.t('{0} is larger than 1 MB, which is too large for a list of variables.', name);
}

function notUtf8Text(name: string): string {
  return vscode.l10n.t("{0} doesn't contain UTF-8 text. Save the file as UTF-8 first.", name);
}
