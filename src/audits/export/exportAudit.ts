import * as vscode from 'vscode';
import { pickOne } from '../../editor/pickOne.ts';
import { askSaveFile, isHere, offerFile, saveText, shownPath } from '../../editor/saveFile.ts';
import { defined } from '../../fields.ts';
import { toolPlaces } from '../source/toolPlaces.ts';
import { type ExportFormat, exportFormats } from './formatNames.ts';
import { exportText, extensions, fileName, type Readable } from './formats.ts';

/** What the export answers. */
export interface ExportedAudit {
  readonly auditId: string;
  readonly format: ExportFormat;
  /** Its address. */
  readonly file: string;
}

interface Answers {
  readonly format?: ExportFormat | undefined;
  /** Where to; asked for if absent. */
  readonly file?: vscode.Uri | undefined;
  /** Of this extension. */
  readonly version: string;
}

/** Asks for a format and a file, and writes the report there. Rejects with a `CancellationError` when the user leaves. */
export async function exportAudit(input: Readable, answers: Answers): Promise<ExportedAudit> {
  const format = answers.format ?? (await askFormat());
  const file =
    answers.file ??
    (await askSaveFile({
      title: vscode.l10n.t('Export Audit'),
      name: fileName(input, format),
      filters: { [labelOf(format)]: [extensions[format]] },
    }));
  const { language } = vscode.env;
  const places = format === 'sarif' ? await toolPlaces(input.audit.report?.results ?? []) : undefined;
  const text = exportText(input, format, {
    version: answers.version,
    language,
    ...defined({ toolPlaces: places }),
  });
  await saveText(file, text);
  // Not awaited: the caller gets its answer while the message still stands.
  void offer(file, format);
  return { auditId: input.auditId, format, file: file.toString() };
}

function labelOf(format: ExportFormat): string {
  switch (format) {
    case 'markdown':
      return vscode.l10n.t('Markdown (.md)');
    case 'json':
      return vscode.l10n.t('JSON (.json)');
    case 'sarif':
      return vscode.l10n.t('SARIF (.sarif)');
    case 'html':
      return vscode.l10n.t('Printable HTML (.html)');
  }
}

function detailOf(format: ExportFormat): string {
  switch (format) {
    case 'markdown':
      return vscode.l10n.t('The report, for an issue or a wiki');
    case 'json':
      return vscode.l10n.t('All data from the service');
    case 'sarif':
      return vscode.l10n.t("Checks that didn't pass, for CI and code scanning");
    case 'html':
      return vscode.l10n.t('The report as a web page, for printing in a browser');
  }
}

async function askFormat(): Promise<ExportFormat> {
  const items = exportFormats.map((format) => ({ label: labelOf(format), detail: detailOf(format), format }));
  const picked = await pickOne(items, {
    title: vscode.l10n.t('Export Audit'),
    placeHolder: vscode.l10n.t('Select a format'),
  });
  return picked.format;
}

async function offer(file: vscode.Uri, format: ExportFormat): Promise<void> {
  const said = vscode.l10n.t('Audit exported to {0}.', shownPath(file));
  if (format !== 'html') return offerFile(file, said);
  if (isHere(file))
    return offerFile(file, said, [vscode.l10n.t('Open in Browser'), () => vscode.env.openExternal(file)]);
  // What runs elsewhere can't open a file of its machine in a browser here.
  const hint = vscode.l10n.t('To print the report, download it from the Explorer and open it in a browser.');
  return offerFile(file, `${said} ${hint}`);
}
