import * as vscode from 'vscode';
import { plainText } from '../domain/plainText.ts';
import { informationMessage } from '../editor/message.ts';
import { showDone } from '../editor/showDone.ts';
import { chartsOf } from './charts.ts';
import { allCsv, chartCsv } from './csv.ts';
import { fileName } from './fileName.ts';
import type { Answer } from './loading.ts';
import { seriesWords } from './words.ts';

/** Puts a measure, or all, on the clipboard, and answers that in words. */
export async function copyCsv({ analytics, span }: Answer, key: string | undefined): Promise<string> {
  const charts = chartsOf(analytics, span);
  const chart = charts.find((one) => one.key === key);
  await vscode.env.clipboard.writeText(chart ? chartCsv(chart) : allCsv(charts));
  const said = chart
    ? vscode.l10n.t('{0} copied as CSV', seriesWords(chart.key).title)
    : vscode.l10n.t('All figures copied as CSV');
  showDone(said);
  return said;
}

/** Asks for a file and writes all figures to it. The user may leave. */
export async function exportCsv({ analytics, span }: Answer, projectName: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = fileName(plainText(projectName), span);
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Analytics'),
    saveLabel: vscode.l10n.t('Export'),
    filters: { CSV: ['csv'] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (!target) return;
  const text = allCsv(chartsOf(analytics, span));
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
  void offerToOpen(target);
}

async function offerToOpen(target: vscode.Uri): Promise<void> {
  const open = vscode.l10n.t('Open');
  const message = vscode.l10n.t('Exported to {0}', vscode.workspace.asRelativePath(target));
  if ((await informationMessage(message, open)) !== open) return;
  await vscode.commands.executeCommand('vscode.open', target);
}
