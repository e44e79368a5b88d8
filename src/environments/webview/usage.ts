import { html, nothing, svg, type TemplateResult } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { sparkline } from '../../editor/webview/sparkline.ts';
import { button, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import type { PageUsage, PageUsageSeries } from '../page/protocol.ts';
import type { DrawContext } from './parts.ts';
import { createUsageTexts } from './usageTexts.ts';

/** The size of a plot in px before it's stretched to the width of its card. */
const size = { width: 240, height: 40 };

/** The selected interval of each plot, by the key of the series. */
export type SelectedIntervals = Map<PageUsageSeries['key'], number>;

interface UsageContext extends DrawContext {
  readonly timeZone: string;
  readonly selectedIntervals: SelectedIntervals;
  readonly announce: (text: string) => void;
  readonly redraw: () => void;
}

/** Properties of all series. */
interface CommonProperties {
  readonly period: Pick<PageUsage, 'intervalMs' | 'to'>;
  /** The number of requests in all intervals. Absent if it's unknown. */
  readonly requestTotal: number | undefined;
}

/** Draws a card with a plot for each series. */
export function usagePart({ series, ...period }: PageUsage, usageContext: UsageContext): PageTemplate {
  const { texts, post } = usageContext;
  if (series.length === 0) {
    const run = () => post({ kind: 'run', action: 'showAnalytics' });
    return html`<p class="quiet">${texts.noUsage} ${button(texts.showAnalytics, { className: 'link', key: 'usage' }, run)}</p>`;
  }
  const requestTotal = series.find(({ key }) => key === 'requests')?.total;
  const properties = { period, requestTotal };
  return html`<div class="usage-cards">${series.map((one) => usageCard(one, properties, usageContext))}</div>`;
}

/** Draws the place of the cards while the numbers are loading, so that nothing moves later. */
export function usagePlaceholder(): TemplateResult {
  const card = html`<div class="card usage-card placeholder"></div>`;
  return html`<div class="usage-cards" aria-hidden="true">${card}${card}${card}</div>`;
}

function usageCard(
  series: PageUsageSeries,
  { period, requestTotal }: CommonProperties,
  { texts, post, timeZone, selectedIntervals, announce, redraw }: UsageContext,
): TemplateResult {
  const { key, times, values } = series;
  const language = document.documentElement.lang || 'en';
  const usageTexts = createUsageTexts(series, texts, { ...period, language, timeZone, requestTotal });
  const { title, total, rate, peak, name, peakIndex, ends, formatValue, formatInterval } = usageTexts;
  const last = times.length - 1;
  const selected = selectedIntervals.get(key);
  const index = Math.min(selected ?? Math.max(peakIndex, 0), last);
  const describe = (at: number): string => formatText(texts.timeValue, formatInterval(at), formatValue(at));
  const select = (at: number | undefined): void => {
    if (at === undefined) selectedIntervals.delete(key);
    else selectedIntervals.set(key, Math.max(0, Math.min(at, last)));
    redraw();
  };
  const open = (): void => {
    const from = times[index];
    if (from !== undefined) post({ kind: 'openLogsOfTime', from, to: from + period.intervalMs - 1 });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: index - 1,
      ArrowRight: index + 1,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    select(target);
    announce(describe(Math.max(0, Math.min(target, last))));
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (!(event.currentTarget instanceof Element)) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const at = Math.floor(((event.clientX - left) / Math.max(width, 1)) * times.length);
    if (at !== selected) select(at);
  };
  return html`<div class="card usage-card ${key}" role="group" aria-label=${title}>
    ${button(
      title,
      { className: 'link', key: `usage-${key}`, accessibleName: name, hint: texts.showAnalytics },
      () => post({ kind: 'run', action: 'showAnalytics' }),
    )}
    <p class="numbers" aria-hidden="true"><span><span class="total">${total}</span>${rate === undefined ? nothing : textSpan(rate, 'rate')}</span>${textSpan(peak ?? '\u00a0', 'quiet')}</p>
    <button type="button" class="plot" data-key="plot-${key}"
      aria-label=${formatText(texts.plotName, title, formatInterval(index), formatValue(index))}
      @click=${open} @keydown=${onKeyDown} @pointermove=${onPointerMove}
      @pointerleave=${() => select(undefined)} @blur=${() => select(undefined)}>
      ${sparkline(values, { ...size, shape: key === 'latency' ? 'line' : 'bars' })}
      ${selected === undefined ? nothing : intervalMark(selected, times.length)}
    </button>
    <p class="interval quiet" aria-hidden="true">${
      selected === undefined
        ? html`<span>${ends[0]}</span><span>${ends[1]}</span>`
        : html`<span>${describe(index)}</span><span>${texts.openLogsOfTime}</span>`
    }</p>
  </div>`;
}

/** Marks the selected interval of a plot. */
function intervalMark(index: number, count: number): TemplateResult {
  return html`<svg class="mark" aria-hidden="true" viewBox="0 0 ${count} 1" preserveAspectRatio="none">${svg`<rect x=${index} width="1" height="1"></rect>`}</svg>`;
}
