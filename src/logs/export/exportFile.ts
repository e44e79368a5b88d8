import * as vscode from 'vscode';
import { informationMessage } from '../../editor/message.ts';
import { pickMenu } from '../../editor/pickBox.ts';
import { homeFolder } from './fileWriter.node.ts';
import type { LogFormat, RowSource } from './formats.ts';
import { type LogOrigin, safeName } from './names.ts';
import { createMask } from './redaction.ts';
import { shownPath, writeRows } from './writeRows.ts';

export interface ExportOptions extends LogOrigin {
  /** Secrets that are known; masked besides what looks like one. */
  readonly secrets: readonly string[];
}

interface Choice {
  readonly format: LogFormat;
  readonly isMasked: boolean;
}

/**
 * Asks for a format and a file, writes the rows and answers the file. Rejects with a `CancellationError` when the user
 * leaves or cancels, and then leaves no file behind. `rows` must stay as they are until then.
 */
export async function exportRows(rows: RowSource, options: ExportOptions): Promise<vscode.Uri> {
  const { format, isMasked } = await askChoice();
  const target = await askFile(`${safeName(options, Date.now())}.${format}`, format);
  const mask = isMasked ? createMask(options.secrets) : undefined;
  const entries = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      cancellable: true,
      title: vscode.l10n.t('Exporting logs'),
    },
    (progress, token) => {
      let before = 0;
      return writeRows(rows, target, {
        format,
        mask,
        isCancelled: () => token.isCancellationRequested,
        onProgress(rowsDone) {
          const message = vscode.l10n.t('{0} of {1} entries', number(rowsDone), number(rows.count));
          progress.report({ message, increment: ((rowsDone - before) / rows.count) * 100 });
          before = rowsDone;
        },
      });
    },
  );
  // Not awaited: the caller gets its answer while the message still stands.
  void offer(target, entries);
  return target;
}

async function askChoice(): Promise<Choice> {
  const masked = vscode.l10n.t('Tokens, keys, passwords and cookies that are recognized are masked');
  const asSent = vscode.l10n.t('As the service sent it, secrets included');
  const included = vscode.l10n.t('Secrets included');
  const items: (vscode.QuickPickItem & Choice)[] = [
    {
      label: vscode.l10n.t('Log text (.log) with secrets masked'),
      detail: masked,
      format: 'log',
      isMasked: true,
    },
    {
      label: vscode.l10n.t('JSON Lines (.jsonl) with secrets masked'),
      detail: masked,
      format: 'jsonl',
      isMasked: true,
    },
    { label: vscode.l10n.t('Log text (.log)'), detail: included, format: 'log', isMasked: false },
    { label: vscode.l10n.t('JSON Lines (.jsonl)'), detail: asSent, format: 'jsonl', isMasked: false },
  ];
  const picked = await pickMenu(items, {
    title: vscode.l10n.t('Export Logs'),
    placeHolder: vscode.l10n.t('Select a format'),
    // The panel, which had the focus before the first question, may get it back only now.
    ignoreFocusOut: true,
  });
  if (!picked) throw new vscode.CancellationError();
  return picked;
}

async function askFile(name: string, format: LogFormat): Promise<vscode.Uri> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homeFolder() ?? '/');
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Logs'),
    saveLabel: vscode.l10n.t('Export'),
    defaultUri: vscode.Uri.joinPath(folder, name),
    filters:
      format === 'log'
        ? { [vscode.l10n.t('Log text')]: ['log', 'txt'] }
        : { [vscode.l10n.t('JSON Lines')]: ['jsonl'] },
  });
  if (!target) throw new vscode.CancellationError();
  return target;
}

/** Only what works here: the window of another computer cannot show its folders. */
async function offer(target: vscode.Uri, entries: number): Promise<void> {
  const open = vscode.l10n.t('Open');
  const reveal = vscode.l10n.t('Reveal');
  const isHere =
    target.scheme === 'file' &&
    vscode.env.uiKind === vscode.UIKind.Desktop &&
    vscode.env.remoteName === undefined;
  const path = shownPath(target);
  const message =
    entries === 1
      ? vscode.l10n.t('Exported 1 entry to {0}', path)
      : vscode.l10n.t('Exported {0} entries to {1}', number(entries), path);
  const picked = await informationMessage(message, open, ...(isHere ? [reveal] : []));
  if (picked === open) await vscode.commands.executeCommand('vscode.open', target);
  if (picked === reveal) await vscode.commands.executeCommand('revealFileInOS', target);
}

function number(value: number): string {
  return value.toLocaleString(vscode.env.language);
}
