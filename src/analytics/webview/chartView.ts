import { render } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { toLogRange } from '../buckets.ts';
import { sumLine } from '../charts.ts';
import { createDrawing, type Drawing } from '../drawing.ts';
import type { PageChart } from '../protocol.ts';
import { computeMedian } from '../statistics.ts';
import type { CardOptions } from './cardOptions.ts';
import { addDragSelection } from './dragSelection.ts';
import { addKeyboardCursor } from './keyboardCursor.ts';
import { colorSamples, type LegendItem, renderLegend } from './legend.ts';
import { createPlot, type Plot } from './plot.ts';
import { getSeriesStyle, restStyle } from './seriesStyle.ts';
import { createChartTooltip } from './tooltip.ts';

const missingValue = '–';
/** The length of an interval from which it's shown as a day. */
const minDayMs = 22 * 3_600_000;

/**
 * Draws the chart into `area` and its legend into `legendList`. The legend and the tooltip show the values at the
 * cursor. A click, a drag, and Enter open the logs of the selected intervals.
 */
export function createChartView(options: CardOptions, area: HTMLElement, legendList: HTMLElement): Plot {
  const { chart, analytics, texts, formats } = options;
  const drawing = createDrawing(chart);
  const createItems = createLegendItems(options, drawing);
  const pointText = formats.createPointFormatter(chart.times);
  const timeText = (point: number): string => pointText(chart.times[point] ?? 0);
  const rangeText = (first: number, last: number): string => {
    if (first === last) return timeText(first);
    const [start, end] = [chart.times[first] ?? 0, chart.ends[last] ?? 0];
    // The end of days would be the day after the last one.
    const hasDays = end - start >= (last - first + 1) * minDayMs;
    return hasDays
      ? formatText(texts.span, timeText(first), timeText(last))
      : formats.formatPeriod(start, end);
  };
  const hiddenText =
    drawing.hiddenLineCount > 0 && !drawing.rest ? formatText(texts.moreLines, drawing.hiddenLineCount) : '';
  let selection: readonly [number, number] | undefined;
  let isDragging = false;

  const drawLegend = (first?: number, last?: number): void => {
    render(renderLegend(createItems(first, last), hiddenText), legendList);
    colorSamples(legendList);
  };
  const tooltip = createChartTooltip();
  let cursor: { readonly point: number | undefined; readonly left: number } = { point: undefined, left: -1 };
  /** Shows the values of the selection, or of the interval at the cursor. */
  const drawCursor = (): void => {
    const range =
      selection ?? (cursor.point === undefined ? undefined : ([cursor.point, cursor.point] as const));
    const [first, last] = range ? [Math.min(...range), Math.max(...range)] : [];
    drawLegend(first, last);
    plot.highlight(range, selection !== undefined);
    tooltip.show(
      first === undefined || last === undefined
        ? undefined
        : {
            time: rangeText(first, last),
            rows: createItems(first, last),
            hint: isDragging ? texts.releaseHint : texts.clickHint,
            left: cursor.left,
          },
    );
  };
  const select = (range: readonly [number, number] | undefined): void => {
    selection = range;
    isDragging = range !== undefined;
    drawCursor();
  };
  const openLogs = (first: number, last: number): void =>
    options.onOpenLogs(toLogRange(chart, first, last, analytics));

  drawLegend();
  const styles = drawing.lines.map((_line, index) => getSeriesStyle(chart, index));
  const plot: Plot = createPlot({
    root: area,
    chart,
    drawing,
    styles: [...styles, restStyle],
    formats,
    analytics,
    onCursor: (point, left) => {
      cursor = { point, left };
      drawCursor();
    },
  });
  area.classList.toggle('bars', chart.isCount);
  plot.over.append(tooltip.root);
  addDragSelection({ area: plot.over, findPoint: plot.findPoint, onChange: select, onSelect: openLogs });
  addKeyboardCursor(area, {
    count: chart.times.length,
    label: formatText(texts.chart, chart.title),
    hintId: chartHintId,
    describe: (first, last) => {
      const values = createItems(first, last).map(
        ({ name, value }) => `${name} ${value === missingValue ? texts.noValue : value}`,
      );
      return [rangeText(first, last), ...values].join(', ');
    },
    onMove: (point, anchor) => {
      selection = point === undefined || point === anchor ? undefined : [anchor, point];
      plot.moveCursor(point);
    },
    onSelect: openLogs,
  });
  return plot;
}

/** The ID of the text about the keys of charts, which all charts share. */
export const chartHintId = 'chart-keys';

/**
 * Returns a function that creates the items of the legend: with the values of some intervals, or with those of the
 * whole period if `first` is `undefined`. Values are sums of counts, and medians of other values.
 */
function createLegendItems(
  { chart, texts, formats }: CardOptions,
  { lines, rest, hiddenLineCount }: Drawing,
): (first?: number, last?: number) => LegendItem[] {
  const shown = [
    ...lines.map(({ line }, index) => ({ line, style: getSeriesStyle(chart, index) })),
    ...(rest
      ? [{ line: { ...rest.line, name: formatText(texts.moreLines, hiddenLineCount) }, style: restStyle }]
      : []),
  ];
  return (first, last = first) =>
    shown.map(({ line, style }) => {
      const { name } = line;
      const values = first === undefined ? line.values : line.values.slice(first, (last ?? first) + 1);
      const value = summarize({ ...chart, lines: [{ name, values }] });
      const text = value === undefined ? missingValue : formats.formatInUnit(value, chart.unit);
      const isMedian = !chart.isCount && value !== undefined && first !== last;
      const isWhole = first === undefined && !chart.isCount && value !== undefined;
      return {
        style,
        isBar: chart.isCount,
        name,
        value: isMedian || isWhole ? formatText(texts.median, text) : text,
      };
    });
}

function summarize({ isCount, lines: [line] }: PageChart): number | undefined {
  if (!line?.values.some((value) => value !== null)) return undefined;
  return isCount ? sumLine(line) : computeMedian(line.values);
}
