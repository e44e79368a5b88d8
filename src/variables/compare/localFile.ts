import * as vscode from 'vscode';
import type { Step } from '../plan.ts';
import { nameOf } from './address.ts';

const byteLimit = 1024 * 1024;

/** The text of a `.env` file, as it is stored. */
export async function readLocalFile(file: vscode.Uri): Promise<string> {
  const t = vscode.l10n.t;
  let bytes: Uint8Array;
  try {
    bytes = await vscode.workspace.fs.readFile(file);
  } catch {
    throw new Error(t('{0} cannot be read: it is not there any more, or may not be read.', nameOf(file)));
  }
  if (bytes.length > byteLimit) throw new Error(t('{0} is too large for a .env file.', nameOf(file)));
  try {
    // The byte order mark stays: the file is written with it again.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error(t('{0} is not a text in UTF-8.', nameOf(file)));
  }
}

/** Puts values into a `.env` file and leaves everything else in it as it is. All of them, or none. */
export async function editLocalFile(file: vscode.Uri, steps: readonly Step[]): Promise<void> {
  const t = vscode.l10n.t;
  const isUnsaved = vscode.workspace.textDocuments.some(
    ({ uri, isDirty }) => isDirty && uri.toString() === file.toString(),
  );
  if (isUnsaved) throw new Error(t('{0} has unsaved changes. Save it first.', nameOf(file)));
  const [{ editEnv }, { readEnv }, { assignment }] = await Promise.all([
    import('../env/edit.ts'),
    import('../env/read.ts'),
    import('../env/write.ts'),
  ]);
  const values = (text: string): Map<string, string> =>
    new Map(readEnv(text).assignments.map(({ key, value }) => [key, value]));
  const text = await readLocalFile(file);
  const edits = new Map<string, string>();
  const wanted = values(text);
  for (const step of steps) {
    const value = step.kind === 'remove' ? undefined : step.value;
    const written = value === undefined ? undefined : assignment(step.key, value);
    if (value === undefined || written === undefined) continue;
    edits.set(step.key, written);
    wanted.set(step.key, value);
  }
  const edited = editEnv(text, edits);
  // A quote that is open further up would swallow what stands behind it.
  const now = values(edited);
  const broken = [...wanted].find(([key, value]) => now.get(key) !== value);
  if (broken || now.size !== wanted.size || edits.size !== steps.length) {
    throw new Error(
      t(
        '{0} was not changed: {1} cannot be put there. Is there an open quote?',
        nameOf(file),
        broken?.[0] ?? '',
      ),
    );
  }
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(edited));
}
