import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { createElement } from '../../editor/webview/dom.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { toolButton } from '../../editor/webview/templates.ts';
import { findIncompleteIntervals } from '../buckets.ts';
import type { ChartFormatters } from '../chartFormatters.ts';
import type { AnalyticsTexts } from '../pageTexts.ts';
import type { PageChart, ShownAnalytics } from '../protocol.ts';
import type { CardOptions } from './cardOptions.ts';

/** Maximum number of table cells. More would make the page slow, and the CSV has all data. */
const maxCells = 12_000;

/**
 * Creates the place of a card's table, which replaces `view` when the user selects it, and the buttons of the card.
 */
export function createCardTable(
  { chart, analytics, texts, formats, ...options }: CardOptions,
  view: HTMLElement,
): { readonly place: HTMLElement; readonly actions: HTMLElement } {
  const place = createElement('div', 'table-place');
  const actions = createElement('span', 'card-actions');
  const renderAction = (label: string, id: string, className: string, run: () => void): TemplateResult =>
    toolButton(label, id, run, {
      className: `${className} tool`,
      accessibleName: formatText(texts.actionOf, label, chart.title),
    });
  const caption = formatText(texts.tableOf, chart.title, formats.formatPeriod(analytics.from, analytics.to));

  function draw(isOpen: boolean): void {
    const toggle = (): void => {
      draw(!isOpen);
      options.onToggleTable(!isOpen);
    };
    // The table has the height of the chart, so that the page doesn't move.
    if (isOpen && view.offsetHeight > 0) place.style.height = `${view.offsetHeight}px`;
    view.hidden = isOpen;
    render(isOpen ? renderTable(chart, analytics, { texts, formats, caption }) : nothing, place);
    render(
      html`${renderAction(isOpen ? texts.showChart : texts.showTable, isOpen ? 'graph' : 'table', 'toggle', toggle)}${renderAction(
        texts.copy,
        'copy',
        'copy',
        options.onCopy,
      )}`,
      actions,
    );
  }

  draw(options.isTableOpen);
  return { place, actions };
}

/** Renders a chart as a table, for users who can't use a pointer or see the chart. */
function renderTable(
  chart: PageChart,
  analytics: ShownAnalytics,
  { texts, formats, caption }: { texts: AnalyticsTexts; formats: ChartFormatters; caption: string },
): TemplateResult {
  const { times, lines } = chart;
  const rows = Math.min(times.length, Math.ceil(maxCells / (lines.length + 1)));
  const formatPoint = formats.createPointFormatter(times);
  const incomplete = findIncompleteIntervals(chart, analytics);
  const point = (time: number, index: number): string =>
    incomplete.includes(index) ? formatText(texts.incomplete, formatPoint(time)) : formatPoint(time);
  return html`
    <div class="table" role="region" tabindex="0" aria-label=${caption}>
      <table>
        <caption class="unseen">${caption}</caption>
        <thead>
          <tr><th scope="col">${texts.time}</th>${lines.map(({ name }) => html`<th scope="col"><span class="name" title=${name}>${name}</span></th>`)}</tr>
        </thead>
        <tbody>
          ${times.slice(0, rows).map(
            (time, index) => html`<tr>
              <th scope="row" class=${incomplete.includes(index) ? 'wrapped' : ''}><time datetime=${new Date(time).toISOString()}>${point(time, index)}</time></th>
              ${lines.map(({ values }) => html`<td>${renderValueCell(values[index] ?? null, chart, { texts, formats })}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
      ${rows < times.length || chart.isCut ? html`<p class="cut">${texts.moreCells}</p>` : ''}
    </div>`;
}

function renderValueCell(
  value: number | null,
  { unit }: PageChart,
  { texts, formats }: { readonly texts: AnalyticsTexts; readonly formats: ChartFormatters },
) {
  return value === null
    ? html`<span aria-hidden="true">–</span><span class="unseen">${texts.noValue}</span>`
    : formats.formatInUnit(value, unit);
}
