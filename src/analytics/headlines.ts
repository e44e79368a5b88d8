import * as l10n from '@vscode/l10n';
import { toPlainText } from '../domain/plainText.ts';
import { formatRate } from '../editor/webview/units.ts';
import type { LoadedAnalytics } from './analyticsLoader.ts';
import { computeBucketEnds, toLogRange } from './buckets.ts';
import { createChartFormatters } from './chartFormatters.ts';
import type { Chart } from './charts.ts';
import { computeFigures, type Figure } from './figures.ts';
import { describeMedian, getFigureLabel, getSeriesLabel } from './labels.ts';
import type { Headline } from './protocol.ts';

/** Maximum length of the name of a category in a headline. */
const maxNameLength = 40;

/**
 * Creates the headline numbers of the page. `previousCharts` are the charts of the previous period, or empty if it
 * wasn't loaded.
 */
export function createHeadlines(
  charts: readonly Chart[],
  previousCharts: readonly Chart[],
  { zone, serviceZone, period, analytics }: Omit<LoadedAnalytics, 'version'>,
  language: string,
): readonly Headline[] {
  const formats = createChartFormatters(language, zone);
  const formatNumber = formats.formatValue;
  const changeFormat = new Intl.NumberFormat(language, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  });
  const previousFigures = computeFigures(previousCharts);
  const interval = analytics.metadata?.interval;

  function formatFigureValue(key: Figure['key'], value: number): string {
    if (key === 'errorRate') return formatRate(value, language);
    return formats.formatInUnit(value, getFigureLabel(key).unit);
  }

  /** Returns the note about the peak of a figure, with the time range of its logs. */
  function createPeakNotes({ key, peak, chart }: Figure): Headline['notes'] {
    if (!peak || !chart) return [];
    const { text: time, hasDate } = formats.createMomentFormatter(chart.times)(peak.time);
    const value = formatFigureValue(key, peak.value);
    const text = hasDate ? l10n.t('Peak {0} on {1}', value, time) : l10n.t('Peak {0} at {1}', value, time);
    const name = peak.name === undefined ? '' : toPlainText(peak.name).slice(0, maxNameLength);
    const ends = computeBucketEnds(chart.times, interval, serviceZone.name);
    const range = toLogRange({ times: chart.times, ends }, peak.index, peak.index, period);
    return [{ text: name === '' ? text : l10n.t('{0} ({1})', text, name), range }];
  }

  function formatFigureChange({ key, value }: Figure, previous: Figure): string {
    const previousText = formatFigureValue(key, previous.value);
    const isCount = key === 'requests' || key === 'sessions';
    // A percentage after a rate could be mistaken for the rate itself.
    if (!isCount || previous.value <= 0) return l10n.t('from {0} in the previous period', previousText);
    return l10n.t(
      '{0} from {1} in the previous period',
      changeFormat.format(value / previous.value - 1),
      previousText,
    );
  }

  return computeFigures(charts).map((figure) => {
    const { key, value, mean } = figure;
    const { title } = getFigureLabel(key);
    const previous = previousFigures.find((other) => other.key === key);
    const parts =
      figure.parts?.map((part) => `${getSeriesLabel(part.key).title} ${formatNumber(part.sum)}`) ?? [];
    const notes = [
      key === 'latency' ? describeMedian(interval) : undefined,
      mean === undefined ? undefined : l10n.t('Mean of all requests: {0}', formatFigureValue(key, mean)),
      parts.length > 0 ? parts.join(' · ') : undefined,
      previous && formatFigureChange(figure, previous),
    ];
    return {
      title: key === 'latency' ? l10n.t('{0} (median)', title) : title,
      value: formatFigureValue(key, value),
      notes: [
        ...createPeakNotes(figure),
        ...notes.filter((text) => text !== undefined).map((text) => ({ text })),
      ],
    };
  });
}
