import * as vscode from 'vscode';
import { getFileName } from '../../editor/fileName.ts';
import { pickOne } from '../../editor/pickOne.ts';
import { saveText } from '../../editor/saveFile.ts';
import { readTextFile } from '../localFiles.ts';
import type { ExportLine, FormatComment, MergedExport } from './exportText.ts';

/**
 * Writes an export to a file. If the file exists, asks whether to merge or replace. Returns the keys that weren't
 * changed.
 */
export async function writeExportFile(
  file: vscode.Uri,
  lines: readonly ExportLine[],
  comment: FormatComment,
  title: string,
): Promise<readonly string[]> {
  const { mergeExport, formatExport } = await import('./exportText.ts');
  const before = await readExisting(file);
  const whole: MergedExport = { text: formatExport(lines, comment), kept: [] };
  const merged = before === undefined ? undefined : mergeExport(before, lines, comment);
  const { text, kept } = before === '' ? whole : await askHowToWrite(title, file, merged, whole);
  await saveText(file, text);
  return kept;
}

/** Returns an empty string if there is no content to lose, and `undefined` if the file isn't a text file. */
async function readExisting(file: vscode.Uri): Promise<string | undefined> {
  const isThere = await vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
  if (!isThere) return '';
  const text = await readTextFile(file).catch(() => undefined);
  return text?.trim() === '' ? '' : text;
}

/** Asks whether to merge or replace. `merged` is absent if a merge would change other values. */
async function askHowToWrite(
  title: string,
  file: vscode.Uri,
  merged: MergedExport | undefined,
  whole: MergedExport,
): Promise<MergedExport> {
  const items = [
    ...(merged === undefined
      ? []
      : [
          {
            iconPath: new vscode.ThemeIcon('diff-added'),
            label: vscode.l10n.t('Update the exported keys and keep everything else in the file'),
            description: vscode.l10n.t('merge'),
            content: merged,
          },
        ]),
    {
      iconPath: new vscode.ThemeIcon('replace-all'),
      label: vscode.l10n.t('Replace the whole file'),
      description: vscode.l10n.t('replace'),
      content: whole,
    },
  ];
  const placeHolder =
    merged === undefined
      ? vscode.l10n.t(
          "Can't update individual keys in {0} because it has an unclosed quotation mark or isn't a .env file.",
          getFileName(file),
        )
      : vscode.l10n.t('{0} already exists.', getFileName(file));
  const picked = await pickOne(items, { title, placeHolder });
  return picked.content;
}
