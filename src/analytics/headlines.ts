import * as l10n from '@vscode/l10n';
import { createChartFormatters } from './chartFormatters.ts';
import type { Chart } from './charts.ts';
import { computeFigures, type Figure } from './figures.ts';
import { getFigureLabel, getSeriesLabel } from './labels.ts';
import type { Headline } from './protocol.ts';

/**
 * Creates the headline numbers of the page. `previousCharts` are the charts of the previous period, or empty if it
 * wasn't loaded.
 */
export function createHeadlines(
  charts: readonly Chart[],
  previousCharts: readonly Chart[],
  language: string,
): readonly Headline[] {
  const formatNumber = createChartFormatters(language, 'UTC').formatValue;
  const formatPercent = createPercentFormat(language, { maximumSignificantDigits: 2 });
  const formatChange = createPercentFormat(language, { signDisplay: 'exceptZero', maximumFractionDigits: 0 });
  const previousFigures = computeFigures(previousCharts);

  function formatFigure({ key, low, high }: Figure): string {
    if (key === 'errorRate') return formatPercent(low);
    // From 100 on, fractions don't matter.
    const [lowText, highText] = [low, high].map((value) =>
      formatNumber(value < 100 ? value : Math.round(value)),
    );
    const value =
      lowText === highText ? String(lowText) : l10n.t('{0} to {1}', String(lowText), String(highText));
    const { unit } = getFigureLabel(key);
    return unit === undefined ? value : l10n.t('{0} {1}', value, unit);
  }

  function formatFigureChange({ key, low }: Figure, previous: Figure): string {
    const previousText = formatFigure(previous);
    const isCount = key === 'requests' || key === 'sessions';
    // A percentage after a rate or after bounds could be mistaken for the rate itself.
    if (!isCount || previous.low <= 0) return l10n.t('from {0} in the previous period', previousText);
    return l10n.t('{0} from {1} in the previous period', formatChange(low / previous.low - 1), previousText);
  }

  return computeFigures(charts).map((figure) => {
    const previous = previousFigures.find(({ key }) => key === figure.key);
    const parts =
      figure.parts?.map(({ key, sum }) => `${getSeriesLabel(key).title} ${formatNumber(sum)}`) ?? [];
    return {
      title: getFigureLabel(figure.key).title,
      value: formatFigure(figure),
      notes: [
        ...(parts.length > 0 ? [parts.join(' · ')] : []),
        ...(previous ? [formatFigureChange(figure, previous)] : []),
      ],
    };
  });
}

function createPercentFormat(language: string, options: Intl.NumberFormatOptions): (part: number) => string {
  return new Intl.NumberFormat(language, { style: 'percent', ...options }).format;
}
