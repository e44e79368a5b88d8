import * as vscode from 'vscode';
import { UserError } from '../../editor/userError.ts';

/** Bytes of a file, characters of the clipboard; what is larger is no list of variables. */
const largest = 1_000_000;

/** The text of a file, with its byte order mark; what is unsaved in an editor counts. Rejects with words. */
export async function readText(file: vscode.Uri): Promise<string> {
  const t = vscode.l10n.t;
  const name = fileName(file);
  const unsaved = vscode.workspace.textDocuments.find(
    ({ uri, isDirty }) => isDirty && uri.toString() === file.toString(),
  );
  if (unsaved) return checked(unsaved.getText(), name);
  let bytes: Uint8Array;
  try {
    const { size } = await vscode.workspace.fs.stat(file);
    if (size > largest) throw new UserError(tooLarge(name));
    bytes = await vscode.workspace.fs.readFile(file);
  } catch (error) {
    if (!(error instanceof vscode.FileSystemError)) throw error;
    throw new UserError(t('{0} cannot be read: {1}', name, error.message), { cause: error });
  }
  return checked(decoded(bytes, name), name);
}

export async function readClipboard(): Promise<string> {
  return checked(await vscode.env.clipboard.readText(), vscode.l10n.t('the clipboard'));
}

/** The last part of its path. */
export function fileName({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function decoded(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UserError(notText(name));
  }
}

function checked(text: string, name: string): string {
  if (text.length > largest) throw new UserError(tooLarge(name));
  if (text.includes('\0')) throw new UserError(notText(name));
  return text;
}

function tooLarge(name: string): string {
  return vscode.l10n.t('{0} is larger than 1 MB, which is too much for a list of variables.', name);
}

function notText(name: string): string {
  return vscode.l10n.t('{0} is not a text in UTF-8. Save it as one, then import it.', name);
}
