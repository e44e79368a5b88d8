import * as vscode from 'vscode';
import { getFileName } from '../../editor/fileName.ts';
import { UserError } from '../../editor/userError.ts';
import { readTextFile } from '../localFiles.ts';
import { joinNames } from '../planTexts.ts';

/** Puts values into a `.env` file and leaves everything else in it as it is. All of them, or none. */
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
