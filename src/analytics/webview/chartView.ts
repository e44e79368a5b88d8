import { render } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { findIncompleteIntervals, toLogRange } from '../buckets.ts';
import { sumChart } from '../charts.ts';
import { createDrawing, type Drawing } from '../drawing.ts';
import type { PageChart } from '../protocol.ts';
import { computeMedian } from '../statistics.ts';
import type { CardOptions } from './cardOptions.ts';
import { type CursorRange, findIntervals } from './cursorGroup.ts';
import { addDragSelection } from './dragSelection.ts';
import { addKeyboardCursor } from './keyboardCursor.ts';
import { colorSamples, type LegendItem, renderLegend } from './legend.ts';
import { createPlot, type Plot } from './plot.ts';
import { getSeriesStyle, restStyle } from './seriesStyle.ts';
import { createChartTooltip } from './tooltip.ts';

const missingValue = '–';
/** The length of an interval from which it's shown as a day. */
const minDayMs = 22 * 3_600_000;

interface ChartViewOptions extends CardOptions {
  /** Shows the time of the values in the legend. `undefined`: they are those of the whole period. */
  showTime(text: string | undefined): void;
}

/**
 * Draws the chart into `area` and its legend into `legendList`. The legend and the tooltip show the values at the
 * cursor. A click, a drag, and Enter open the logs of the selected intervals.
 */
export function createChartView(options: ChartViewOptions, area: HTMLElement, legendList: HTMLElement): Plot {
  const { chart, analytics, texts } = options;
  const drawing = createDrawing(chart);
  const createItems = createLegendItems(options, drawing);
  const rangeText = createRangeFormatter(options);
  const incomplete = findIncompleteIntervals(chart, analytics);
  const hiddenText =
    drawing.hiddenLineCount > 0 && !drawing.rest ? formatText(texts.moreLines, drawing.hiddenLineCount) : '';
  let selection: readonly [number, number] | undefined;
  /** The selection at the last move of the cursor. */
  let drawnSelection: readonly [number, number] | undefined;
  let isDragging = false;

  const hasLegend = needsLegend(chart);
  const drawLegend = (range?: IntervalRange | 'none'): void => {
    if (hasLegend) render(renderLegend(createItems(range), hiddenText), legendList);
    colorSamples(legendList);
  };
  const tooltip = createChartTooltip();
  let cursor: number | undefined;
  /** Shows values in the legend or the head, and their time. Without a time, shows those of the whole period. */
  const drawValues = (range: IntervalRange | undefined, time: string | undefined): void => {
    // The legend keeps its height, so that the parts below don't move.
    legendList.style.minHeight = time === undefined ? '' : `${legendList.offsetHeight}px`;
    drawLegend(time === undefined ? undefined : (range ?? 'none'));
    const value = hasLegend && !chart.isCount ? undefined : formatTotal(options, range);
    options.showTime(time === undefined || value === undefined ? time : `${value} · ${time}`);
    plot.highlight(range, selection !== undefined);
  };
  const share = options.cursors.add((shared) => {
    const range = shared && findIntervals(chart, shared);
    plot.showPoints(range?.[1]);
    drawValues(range, shared?.text);
  });
  /** Shows the values of the selection, or of the interval at the cursor, also in the other charts. */
  const drawCursor = (): void => {
    const ends = selection ?? (cursor === undefined ? undefined : ([cursor, cursor] as const));
    const range = ends && ([Math.min(...ends), Math.max(...ends)] as const);
    const time = range && rangeText(...range);
    drawValues(range, time);
    share(range && toCursorRange(chart, range, time ?? ''));
    tooltip.show(
      ends && {
        time: time ?? '',
        rows: createItems(range),
        ...(ends.some((point) => incomplete.includes(point)) && { note: texts.incompleteHint }),
        hint: isDragging ? texts.releaseHint : texts.clickHint,
        interval: plot.getBounds([ends[1], ends[1]]),
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
    formats: options.formats,
    analytics,
    incomplete,
    onCursor: (point) => {
      if (point === cursor && selection === drawnSelection) return;
      cursor = point;
      drawnSelection = selection;
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
      const values = createItems([first, last]).map(
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

/** Returns the time of some intervals, for the other charts. */
function toCursorRange({ times, ends }: PageChart, [first, last]: IntervalRange, text: string): CursorRange {
  return { from: times[first] ?? 0, to: ends[last] ?? 0, text };
}

/** Whether a chart needs a legend. For a single line without a name, it would repeat the title and the summary. */
function needsLegend({ lines: [first, ...others] }: PageChart): boolean {
  return first?.name !== 'total' || others.length > 0;
}

/** Returns a function that formats the time of some intervals of a chart. */
function createRangeFormatter({
  chart,
  analytics,
  texts,
  formats,
}: CardOptions): (first: number, last: number) => string {
  const pointText = formats.createPointFormatter(chart.times);
  const timeText = (point: number): string => pointText(chart.times[point] ?? 0);
  const incomplete = findIncompleteIntervals(chart, analytics);
  return (first, last) => {
    if (first === last)
      return incomplete.includes(first) ? formatText(texts.incomplete, timeText(first)) : timeText(first);
    const [start, end] = [chart.times[first] ?? 0, chart.ends[last] ?? 0];
    // The end of days would be the day after the last one.
    const hasDays = end - start >= (last - first + 1) * minDayMs;
    return hasDays ? formatText(texts.span, timeText(first), timeText(last)) : formats.formatSpan(start, end);
  };
}

/** The ID of the text about the keys of charts, which all charts share. */
export const chartHintId = 'chart-keys';

/** The first and the last interval of several. */
type IntervalRange = readonly [number, number];

/**
 * Returns a function that creates the items of the legend: with the values of some intervals, without values, or with
 * the values of the whole period if `range` is `undefined`. Values are sums of counts, and medians of other values.
 */
function createLegendItems(
  { chart, texts, formats }: CardOptions,
  { lines, rest, hiddenLineCount }: Drawing,
): (range?: IntervalRange | 'none') => LegendItem[] {
  const shown = [
    ...lines.map(({ line }, index) => ({ line, style: getSeriesStyle(chart, index) })),
    ...(rest
      ? [{ line: { ...rest.line, name: formatText(texts.moreLines, hiddenLineCount) }, style: restStyle }]
      : []),
  ];
  const isSingle = (range: IntervalRange | 'none' | undefined): boolean =>
    range !== undefined && range[0] === range[1];
  return (range) =>
    shown.map(({ line, style }) => {
      const { name } = line;
      const values = range === 'none' ? [] : range ? line.values.slice(range[0], range[1] + 1) : line.values;
      const value = summarize({ ...chart, lines: [{ name, values }] });
      const text = value === undefined ? missingValue : formats.formatInUnit(value, chart.unit);
      const isMedian = !chart.isCount && value !== undefined && !isSingle(range);
      return {
        style,
        isBar: chart.isCount,
        name,
        value: isMedian ? formatText(texts.median, text) : text,
      };
    });
}

/** Returns the sum of all counts in some intervals, or the median of the first line. */
function formatTotal({ chart, formats }: CardOptions, range: IntervalRange | undefined): string {
  const lines = chart.lines.map(({ name, values }) => ({
    name,
    values: range ? values.slice(range[0], range[1] + 1) : [],
  }));
  const total = summarize({ ...chart, lines });
  return total === undefined ? missingValue : formats.formatInUnit(total, chart.unit);
}

/** Returns the sum of all lines of counts, or the median of the first line. */
function summarize({ isCount, lines }: PageChart): number | undefined {
  const summed = isCount ? lines : lines.slice(0, 1);
  if (!summed.some(({ values }) => values.some((value) => value !== null))) return undefined;
  return isCount ? sumChart({ lines }) : computeMedian(summed[0]?.values ?? []);
}
