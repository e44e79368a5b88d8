import * as vscode from 'vscode';
import { UserError } from '../../editor/userError.ts';
import { listOf } from '../planWords.ts';
import { nameOf } from './address.ts';

const byteLimit = 1024 * 1024;

/** The text of a `.env` file, as it is stored. */
export async function readLocalFile(file: vscode.Uri): Promise<string> {
  const t = vscode.l10n.t;
  let bytes: Uint8Array;
  try {
    bytes = await vscode.workspace.fs.readFile(file);
  } catch {
    throw new UserError(t('{0} cannot be read: it is not there any more, or may not be read.', nameOf(file)));
  }
  if (bytes.length > byteLimit) throw new UserError(t('{0} is too large for a .env file.', nameOf(file)));
  try {
    // The byte order mark stays: the file is written with it again.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UserError(t('{0} is not a text in UTF-8.', nameOf(file)));
  }
}

/** Puts values into a `.env` file and leaves everything else in it as it is. All of them, or none. */
export async function editLocalFile(file: vscode.Uri, values: ReadonlyMap<string, string>): Promise<void> {
  const t = vscode.l10n.t;
  const isUnsaved = vscode.workspace.textDocuments.some(
    ({ uri, isDirty }) => isDirty && uri.toString() === file.toString(),
  );
  if (isUnsaved) throw new UserError(t('{0} has unsaved changes. Save it first.', nameOf(file)));
  const { putInto } = await import('./putInto.ts');
  const result = putInto(await readLocalFile(file), values);
  if ('broken' in result) {
    throw new UserError(
      t(
        '{0} was not changed: {1} cannot be put there. Look for a quote that is not closed.',
        nameOf(file),
        listOf(result.broken),
      ),
    );
  }
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(result.text));
}
