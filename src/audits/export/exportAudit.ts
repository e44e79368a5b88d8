import * as vscode from 'vscode';
import { informationMessage } from '../../editor/message.ts';
import { pickOne } from '../../editor/pickOne.ts';
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
  const file = answers.file ?? (await askFile(input, format));
  const { language } = vscode.env;
  const text = exportText(input, format, { version: answers.version, language });
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
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
      return vscode.l10n.t('HTML to print (.html)');
  }
}

function detailOf(format: ExportFormat): string {
  switch (format) {
    case 'markdown':
      return vscode.l10n.t('The report, for an issue or a wiki');
    case 'json':
      return vscode.l10n.t('All that the service sent');
    case 'sarif':
      return vscode.l10n.t("What hasn't passed, for CI and code scanning");
    case 'html':
      return vscode.l10n.t("A tab of the editor can't be printed. Print this page in a browser.");
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

async function askFile(input: Readable, format: ExportFormat): Promise<vscode.Uri> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = fileName(input, format);
  const file = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Audit'),
    saveLabel: vscode.l10n.t('Export'),
    ...(folder
      ? { defaultUri: vscode.Uri.joinPath(folder, name) }
      : { defaultUri: vscode.Uri.file(`/${name}`) }),
    filters: { [labelOf(format)]: [extensions[format]] },
  });
  if (!file) throw new vscode.CancellationError();
  return file;
}

async function offer(file: vscode.Uri, format: ExportFormat): Promise<void> {
  const open = vscode.l10n.t('Open');
  const browse = vscode.l10n.t('Open in Browser');
  // What runs in a browser cannot open a file of its server there.
  const isInBrowser = vscode.env.uiKind === vscode.UIKind.Web;
  const isHere = file.scheme === 'file' && !isInBrowser && vscode.env.remoteName === undefined;
  const path = file.scheme === 'file' ? file.fsPath : file.toString(true);
  const ways = format === 'html' && isHere ? [browse, open] : [open];
  const said = [
    vscode.l10n.t('Exported the audit to {0}', path),
    ...(format === 'html' && !isHere
      ? [vscode.l10n.t('To print it, download it from the Explorer and open it in a browser.')]
      : []),
  ];
  const picked = await informationMessage(said.join('. '), ...ways);
  if (picked === open) await vscode.commands.executeCommand('vscode.open', file);
  if (picked === browse) await vscode.env.openExternal(file);
}
