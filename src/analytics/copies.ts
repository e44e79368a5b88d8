import * as vscode from 'vscode';
import { askSaveFile, offerFile, saveText } from '../editor/saveFile.ts';
import { showStatusMessage } from '../editor/showDone.ts';
import type { LoadedAnalytics } from './analyticsLoader.ts';
import { createCharts } from './charts.ts';
import { allCsv, chartCsv, csvFileName } from './csv.ts';
import { seriesLabel } from './texts.ts';

/** Copies one series, or all series, to the clipboard as CSV. Returns the confirmation for the user. */
export async function copyCsv(
  { analytics, span }: LoadedAnalytics,
  key: string | undefined,
): Promise<string> {
  const charts = createCharts(analytics, span);
  const chart = charts.find((one) => one.key === key);
  await vscode.env.clipboard.writeText(chart ? chartCsv(chart) : allCsv(charts));
  const said = chart
    ? vscode.l10n.t('{0} copied as CSV', seriesLabel(chart.key).title)
    : vscode.l10n.t('All figures copied as CSV');
  showStatusMessage(said);
  return said;
}

/** Prompts for a file and writes all figures to it. Rejects with a `CancellationError` if the user cancels. */
export async function exportCsv({ analytics, span }: LoadedAnalytics, projectName: string): Promise<void> {
  const file = await askSaveFile({
    title: vscode.l10n.t('Export Analytics'),
    name: csvFileName(projectName, span),
    filters: { CSV: ['csv'] },
  });
  await saveText(file, allCsv(createCharts(analytics, span)));
  void offerFile(file, vscode.l10n.t('Analytics exported to {0}.', vscode.workspace.asRelativePath(file)));
}
