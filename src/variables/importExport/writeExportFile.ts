import * as vscode from 'vscode';
import { getFileName } from '../../editor/fileName.ts';
import { pickOne } from '../../editor/pickOne.ts';
import { saveText } from '../../editor/saveFile.ts';
import { readTextFile } from '../localFiles.ts';
import type { ExportLine, FormatComment, MergedExport } from './exportText.ts';

/**
 * Writes an export to a file. If the file exists, asks whether to merge or replace. Returns the keys whose existing
 * assignments weren't changed.
 */
export async function writeExportFile(
  file: vscode.Uri,
  lines: readonly ExportLine[],
  formatComment: FormatComment,
  title: string,
): Promise<readonly string[]> {
  const { mergeExport, formatExport } = await import('./exportText.ts');
  const existingText = await readExistingText(file);
  const replacement: MergedExport = { text: formatExport(lines, formatComment), unchangedKeys: [] };
  const mergedExport =
    existingText === undefined ? undefined : mergeExport(existingText, lines, formatComment);
  const { text, unchangedKeys } =
    existingText === '' ? replacement : await askHowToWrite(title, file, mergedExport, replacement);
  await saveText(file, text);
  return unchangedKeys;
}

/** Returns an empty string if there is no content to lose, and `undefined` if the file isn't a text file. */
async function readExistingText(file: vscode.Uri): Promise<string | undefined> {
  const exists = await vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
  if (!exists) return '';
  const text = await readTextFile(file).catch(() => undefined);
  return text?.trim() === '' ? '' : text;
}

/**
 * Asks whether to merge or replace. `mergedExport`: `undefined` if the file isn't a text file, or a merge would change
 * other values.
 */
async function askHowToWrite(
  title: string,
  file: vscode.Uri,
  mergedExport: MergedExport | undefined,
  replacement: MergedExport,
): Promise<MergedExport> {
  const items = [
    ...(mergedExport === undefined
      ? []
      : [
          {
            iconPath: new vscode.ThemeIcon('diff-added'),
            label: vscode.l10n.t('Update the exported keys and keep everything else in the file'),
            content: mergedExport,
          },
        ]),
    {
      iconPath: new vscode.ThemeIcon('replace-all'),
      label: vscode.l10n.t('Replace the whole file'),
      content: replacement,
    },
  ];
  const placeHolder =
    mergedExport === undefined
      ? vscode.l10n.t(
          "Can't update individual keys in {0} because it has an unclosed quotation mark or isn't a .env file.",
          getFileName(file),
        )
      : vscode.l10n.t('{0} already exists.', getFileName(file));
  const picked = await pickOne(items, { title, placeHolder });
  return picked.content;
}
