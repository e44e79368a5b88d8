import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { createElement } from '../../editor/webview/dom.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { button, icon } from '../../editor/webview/templates.ts';
import type { ChartFormatters } from '../chartFormatters.ts';
import type { AnalyticsTexts } from '../pageTexts.ts';
import type { PageChart } from '../protocol.ts';
import type { CardOptions } from './cardOptions.ts';

/** Maximum number of table cells. More would make the page slow, and the CSV has all data. */
const maxCells = 12_000;

/**
 * Creates the end of a card: the place of the table, which replaces `view` when the user selects it, and the buttons.
 * `titleId` is the ID of the title element.
 */
export function createCardFooter(
  titleId: string,
  { chart, analytics, texts, formats, ...options }: CardOptions,
  view: HTMLElement,
): readonly HTMLElement[] {
  const place = createElement('div', 'table-place');
  const foot = createElement('div', 'foot');
  const caption = formatText(texts.tableOf, chart.title, formats.formatPeriod(analytics.from, analytics.to));

  function draw(isOpen: boolean): void {
    const toggle = (): void => {
      draw(!isOpen);
      options.onToggleTable(!isOpen);
    };
    // The table has the height of the chart, so that the page doesn't move.
    if (isOpen && view.offsetHeight > 0) place.style.height = `${view.offsetHeight}px`;
    view.hidden = isOpen;
    render(isOpen ? renderTable(chart, { texts, formats, caption }) : nothing, place);
    render(
      // The visible label comes first, followed by the name of the chart.
      html`<button type="button" class="toggle" id="${titleId}-toggle" aria-labelledby="${titleId}-toggle ${titleId}"
          @click=${toggle}>${icon(isOpen ? 'graph' : 'table')}${isOpen ? texts.showChart : texts.showTable}</button>
        ${button(texts.copy, { className: 'link copy', accessibleName: formatText(texts.copyOf, chart.title) }, options.onCopy)}`,
      foot,
    );
  }

  draw(options.isTableOpen);
  return [place, foot];
}

/** Renders a chart as a table, for users who can't use a pointer or see the chart. */
function renderTable(
  chart: PageChart,
  { texts, formats, caption }: { texts: AnalyticsTexts; formats: ChartFormatters; caption: string },
): TemplateResult {
  const { times, lines } = chart;
  const rows = Math.min(times.length, Math.ceil(maxCells / (lines.length + 1)));
  const point = formats.createPointFormatter(times);
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
              <th scope="row"><time datetime=${new Date(time).toISOString()}>${point(time)}</time></th>
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
