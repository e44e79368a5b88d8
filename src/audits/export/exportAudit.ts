import * as vscode from 'vscode';
import { pickOne } from '../../editor/pickOne.ts';
import { askSaveFile, displayPath, isOnThisMachine, offerFile, saveText } from '../../editor/saveFile.ts';
import { UserError } from '../../editor/userError.ts';
import { findToolLocations } from '../source/toolLocations.ts';
import {
  type AuditExportFormat,
  exportFormats,
  type ReadableReport,
  suggestExportName,
} from './exportFormats.ts';

/** The result of *Export Audit*. */
export interface ExportedAudit {
  readonly auditId: string;
  readonly format: AuditExportFormat['id'];
  /** The URI of the file. */
  readonly file: string;
}

export interface ExportAuditOptions {
  /** The ID of a format, in any letter case. Absent if the user must select a format. */
  readonly format?: string | undefined;
  /** Absent if the user must select a file. */
  readonly file?: vscode.Uri | undefined;
  /** The version of this extension. */
  readonly version: string;
}

/**
 * Writes a report to a file. Lets the user select a format and a file if they are absent. Rejects with a
 * `CancellationError` if the user cancels.
 */
export async function exportAudit(
  report: ReadableReport,
  options: ExportAuditOptions,
): Promise<ExportedAudit> {
  const format = options.format === undefined ? await askExportFormat() : findExportFormat(options.format);
  const file =
    options.file ??
    (await askSaveFile({
      title: vscode.l10n.t('Export Audit'),
      name: suggestExportName(report, format.extension),
      filters: { [format.label()]: [format.extension] },
    }));
  const text = await format.write(report, {
    version: options.version,
    language: vscode.env.language,
    findToolLocations: () => findToolLocations(report.audit.report?.results ?? []),
  });
  await saveText(file, text);
  // Not awaited, so that the command returns its result while the notification is open.
  void offerExportedFile(file, format);
  return { auditId: report.auditId, format: format.id, file: file.toString() };
}

/** Returns the format with an ID. Throws a `UserError` if there is none. */
export function findExportFormat(id: string): AuditExportFormat {
  const format = exportFormats.find((candidate) => candidate.id === id.toLowerCase());
  if (format) return format;
  const ids = exportFormats.map((candidate) => candidate.id).join(', ');
  throw new UserError(vscode.l10n.t('The format must be one of the following: {0}.', ids), {
    isPermanent: true,
  });
}

async function askExportFormat(): Promise<AuditExportFormat> {
  const items = exportFormats.map((format) => ({ label: format.label(), detail: format.detail(), format }));
  const picked = await pickOne(items, {
    title: vscode.l10n.t('Export Audit'),
    placeHolder: vscode.l10n.t('Select a format'),
  });
  return picked.format;
}

async function offerExportedFile(file: vscode.Uri, { id }: AuditExportFormat): Promise<void> {
  const message = vscode.l10n.t('Audit exported to {0}.', displayPath(file));
  if (id !== 'html') return offerFile(file, message);
  if (isOnThisMachine(file)) {
    const open = () => vscode.env.openExternal(file);
    return offerFile(file, message, [vscode.l10n.t('Open in Browser'), open]);
  }
  // A remote extension host can't open a file in the user's browser.
  const hint = vscode.l10n.t('To print the report, download it from the Explorer and open it in a browser.');
  return offerFile(file, `${message} ${hint}`);
}
