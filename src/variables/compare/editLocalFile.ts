import * as vscode from 'vscode';
import { getFileName } from '../../editor/fileName.ts';
import { UserError } from '../../editor/userError.ts';
import { readTextFile } from '../localFiles.ts';
import { joinNames } from '../planTexts.ts';

/** Sets values in a `.env` file: all of them, or none. Keeps the rest of the file. */
export async function editLocalFile(file: vscode.Uri, values: ReadonlyMap<string, string>): Promise<void> {
  const isUnsaved = vscode.workspace.textDocuments.some(
    ({ uri, isDirty }) => isDirty && uri.toString() === file.toString(),
  );
  if (isUnsaved)
    throw new UserError(vscode.l10n.t('{0} has unsaved changes. Save it first.', getFileName(file)));
  const { setEnvValues } = await import('./putInto.ts');
  const result = setEnvValues(await readTextFile(file), values);
  if ('broken' in result) {
    throw new UserError(
      vscode.l10n.t(
        "{0} wasn't changed because {1} couldn't be written. Check the file for an unclosed quotation mark.",
        getFileName(file),
        joinNames(result.broken),
      ),
    );
  }
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(result.text));
}
