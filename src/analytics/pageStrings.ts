import type { Translate } from '../editor/translate.ts';
import { ruleWords } from './words.ts';

/** Every text of the page, which has no localisation of its own. `{0}`, `{1}` are filled in by the page. */
export function pageStrings(t: Translate) {
  return {
    title: t('Analytics of {0}'),
    time: t('Time'),
    recent: {
      '24h': t('Last 24 Hours'),
      '7d': t('Last 7 Days'),
      '30d': t('Last 30 Days'),
    },
    custom: t('Custom…'),
    customTime: t('Custom time'),
    from: t('From'),
    to: t('To'),
    show: t('Show'),
    close: t('Close'),
    hint: t('Dates and times of {0}. A date alone means the whole day. At most 31 days.'),
    rules: ruleWords(t),
    span: t('{0} to {1}'),
    refresh: t('Refresh'),
    copyAll: t('Copy All as CSV'),
    export: t('Export CSV…'),
    loading: t('Loading…'),
    waiting: t('The service asks to slow down. Trying again in {0} s…'),
    cancel: t('Cancel'),
    noData: t('No data in this time.'),
    noValue: t('no value'),
    total: t('{0} in total'),
    bounds: t('{0} to {1}'),
    withUnit: t('{0} {1}'),
    moreLines: t('{0} more in the table'),
    chart: t('{0} over time'),
    showTable: t('Show as Table'),
    copy: t('Copy as CSV'),
    copyOf: t('Copy as CSV: {0}'),
    tableOf: t('{0}, {1}'),
    moreCells: t('The table is cut off here. Copy as CSV takes all of it.'),
    loaded: t('Shown: {0}'),
  };
}
export type Strings = ReturnType<typeof pageStrings>;
