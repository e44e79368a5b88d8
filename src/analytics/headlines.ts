import * as l10n from '@vscode/l10n';
import { createChartFormatters } from './chartFormatters.ts';
import type { Chart } from './charts.ts';
import { computeFigures, type Figure } from './figures.ts';
import { getFigureLabel, getSeriesLabel } from './labels.ts';
import type { Headline } from './protocol.ts';

/** Creates the headline numbers of the page. `before`: charts of the previous period, empty if it wasn't loaded. */
export function createHeadlines(
  charts: readonly Chart[],
  before: readonly Chart[],
  language: string,
): readonly Headline[] {
  const number = createChartFormatters(language, 'UTC').formatValue;
  const percent = createPercentFormat(language, { maximumSignificantDigits: 2 });
  const change = createPercentFormat(language, { signDisplay: 'exceptZero', maximumFractionDigits: 0 });
  const earlier = computeFigures(before);

  function valueText({ key, low, high }: Figure): string {
    if (key === 'errorRate') return percent(low);
    // From 100 on, fractions don't matter.
    const [least, most] = [low, high].map((value) => number(value < 100 ? value : Math.round(value)));
    const value = least === most ? String(least) : l10n.t('{0} to {1}', String(least), String(most));
    const { unit } = getFigureLabel(key);
    return unit === undefined ? value : l10n.t('{0} {1}', value, unit);
  }

  function changeText({ key, low }: Figure, previous: Figure): string {
    const previousText = valueText(previous);
    const isCount = key === 'requests' || key === 'sessions';
    // A percentage after a rate or after bounds could be mistaken for the rate itself.
    if (!isCount || previous.low <= 0) return l10n.t('from {0} in the previous period', previousText);
    return l10n.t('{0} from {1} in the previous period', change(low / previous.low - 1), previousText);
  }

  return computeFigures(charts).map((figure) => {
    const was = earlier.find(({ key }) => key === figure.key);
    const parts = figure.parts?.map(({ key, sum }) => `${getSeriesLabel(key).title} ${number(sum)}`) ?? [];
    return {
      title: getFigureLabel(figure.key).title,
      value: valueText(figure),
      notes: [...(parts.length > 0 ? [parts.join(' · ')] : []), ...(was ? [changeText(figure, was)] : [])],
    };
  });
}

function createPercentFormat(language: string, options: Intl.NumberFormatOptions): (part: number) => string {
  return new Intl.NumberFormat(language, { style: 'percent', ...options }).format;
}
