import * as vscode from 'vscode';
import { pickOne } from '../../editor/pickOne.ts';
import { askSaveFile, displayPath, isOnThisMachine, offerFile, saveText } from '../../editor/saveFile.ts';
import { omitUndefined } from '../../fields.ts';
import { findToolLocations } from '../source/toolLocations.ts';
import { type ExportFormatId, exportFormatIds } from './formatNames.ts';
import { exportExtensions, formatAudit, type ReadableReport, suggestExportName } from './formats.ts';

/** The result of *Export Audit*. */
export interface ExportedAudit {
  readonly auditId: string;
  readonly format: ExportFormatId;
  /** URI of the file. */
  readonly file: string;
}

interface ExportAuditOptions {
  readonly format?: ExportFormatId | undefined;
  /** Absent if the user must select a file. */
  readonly file?: vscode.Uri | undefined;
  /** The version of this extension. */
  readonly version: string;
}

/**
 * Prompts for a format and a file if they aren't known, and writes the report. Rejects with a `CancellationError` if
 * the user cancels.
 */
export async function exportAudit(
  input: ReadableReport,
  answers: ExportAuditOptions,
): Promise<ExportedAudit> {
  const format = answers.format ?? (await askExportFormat());
  const file =
    answers.file ??
    (await askSaveFile({
      title: vscode.l10n.t('Export Audit'),
      name: suggestExportName(input, format),
      filters: { [formatLabel(format)]: [exportExtensions[format]] },
    }));
  const { language } = vscode.env;
  const places = format === 'sarif' ? await findToolLocations(input.audit.report?.results ?? []) : undefined;
  const text = formatAudit(input, format, {
    version: answers.version,
    language,
    ...omitUndefined({ toolPlaces: places }),
  });
  await saveText(file, text);
  // Not awaited, so that the command ends while the notification is open.
  void offerExportedFile(file, format);
  return { auditId: input.auditId, format, file: file.toString() };
}

function formatLabel(format: ExportFormatId): string {
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

function formatDetail(format: ExportFormatId): string {
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

async function askExportFormat(): Promise<ExportFormatId> {
  const items = exportFormatIds.map((format) => ({
    label: formatLabel(format),
    detail: formatDetail(format),
    format,
  }));
  const picked = await pickOne(items, {
    title: vscode.l10n.t('Export Audit'),
    placeHolder: vscode.l10n.t('Select a format'),
  });
  return picked.format;
}

async function offerExportedFile(file: vscode.Uri, format: ExportFormatId): Promise<void> {
  const said = vscode.l10n.t('Audit exported to {0}.', displayPath(file));
  if (format !== 'html') return offerFile(file, said);
  if (isOnThisMachine(file))
    return offerFile(file, said, [vscode.l10n.t('Open in Browser'), () => vscode.env.openExternal(file)]);
  // A remote extension host can't open a file in the user's browser.
  const hint = vscode.l10n.t('To print the report, download it from the Explorer and open it in a browser.');
  return offerFile(file, `${said} ${hint}`);
}
