import * as l10n from '@vscode/l10n';
import { createPeriodErrorTexts } from './labels.ts';

/**
 * Returns the texts of the page, which can't load translations itself. The page replaces placeholders such as `{0}`.
 */
export function createAnalyticsTexts() {
  return {
    title: l10n.t('Analytics for {0}'),
    time: l10n.t('Time'),
    recent: {
      '24h': l10n.t('Last 24 Hours'),
      '7d': l10n.t('Last 7 Days'),
      '30d': l10n.t('Last 30 Days'),
    },
    custom: l10n.t('Custom...'),
    customTime: l10n.t('Custom time range'),
    from: l10n.t('From'),
    to: l10n.t('To'),
    pick: l10n.t('Select Date and Time'),
    show: l10n.t('Show'),
    close: l10n.t('Close'),
    hint: l10n.t(
      'Dates and times are in {0}. A date without a time includes the whole day. The time range can be at most 31 days.',
    ),
    rules: createPeriodErrorTexts(),
    span: l10n.t('{0} to {1}'),
    refresh: l10n.t('Refresh'),
    copyAll: l10n.t('Copy All as CSV'),
    export: l10n.t('Export CSV...'),
    loading: l10n.t('Loading...'),
    waiting: l10n.t('The service requested a delay. Trying again in {0} s...'),
    cancel: l10n.t('Cancel'),
    noData: l10n.t('No data in this time range.'),
    noValue: l10n.t('no value'),
    total: l10n.t('{0} in total'),
    median: l10n.t('median {0}'),
    medianAndPeakAt: l10n.t('median {0}, peak {1} at {2}'),
    medianAndPeakOn: l10n.t('median {0}, peak {1} on {2}'),
    medianOf: l10n.t('{0} (median)'),
    moreLines: l10n.t('{0} more in the table'),
    chart: l10n.t('{0} over time'),
    incomplete: l10n.t('{0} (incomplete)'),
    incompleteNote: l10n.t('hatched intervals are incomplete'),
    incompleteHint: l10n.t('The time range includes only a part of this interval.'),
    callsOfAllTools: l10n.t("Calls of all tools: {0}. The service doesn't report the calls of each tool."),
    showTable: l10n.t('Show as Table'),
    showChart: l10n.t('Show as Chart'),
    openLogs: l10n.t('Open the logs of this time'),
    clickHint: l10n.t('Click or drag to open logs'),
    releaseHint: l10n.t('Release to open logs, or press Escape to cancel'),
    chartKeys: l10n.t(
      'Press Enter to open the logs of this time. To select several intervals, hold Shift while you press the arrow keys.',
    ),
    breakdowns: { tools: l10n.t('By tool'), methods: l10n.t('By method'), categories: l10n.t('By category') },
    breakdownNames: { tools: l10n.t('Tool'), methods: l10n.t('Method'), categories: l10n.t('Category') },
    breakdownRows: {
      tools: l10n.t('Tools: {0}'),
      methods: l10n.t('Methods: {0}'),
      categories: l10n.t('Categories: {0}'),
    },
    copy: l10n.t('Copy as CSV'),
    actionOf: l10n.t('{0}: {1}'),
    tableOf: l10n.t('{0}, {1}'),
    moreCells: l10n.t('This table is truncated. To get all of its data, use Copy as CSV.'),
    loaded: l10n.t('Time range shown: {0}'),
  };
}
export type AnalyticsTexts = ReturnType<typeof createAnalyticsTexts>;
