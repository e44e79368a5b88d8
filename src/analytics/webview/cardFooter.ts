import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { createElement } from '../../editor/webview/dom.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { button, icon } from '../../editor/webview/templates.ts';
import type { ChartFormatters } from '../chartFormatters.ts';
import type { AnalyticsTexts } from '../pageTexts.ts';
import type { PageChart, ShownAnalytics } from '../protocol.ts';

/** Maximum number of table cells. More would make the page slow, and the CSV has all data. */
const maxCells = 12_000;

export interface CardOptions {
  readonly chart: PageChart;
  readonly analytics: ShownAnalytics;
  readonly texts: AnalyticsTexts;
  readonly formats: ChartFormatters;
  readonly isTableOpen: boolean;
  onToggleTable(isOpen: boolean): void;
  onCopy(): void;
}

/**
 * Creates the footer of a card, with a table that is rendered when the user opens it, and the copy button. `titleId` is
 * the ID of the title element.
 */
export function createCardFooter(
  titleId: string,
  { chart, analytics, texts, formats, ...options }: CardOptions,
): HTMLElement {
  const root = createElement('div', 'foot');
  const caption = formatText(texts.tableOf, chart.title, formats.formatPeriod(analytics.from, analytics.to));
  const table = `${titleId}-table`;

  function draw(isOpen: boolean): void {
    const toggle = (): void => {
      draw(!isOpen);
      options.onToggleTable(!isOpen);
    };
    render(
      // The visible label comes first, followed by the name of the chart.
      html`<button type="button" class="toggle" id="${titleId}-toggle" aria-controls=${table} aria-expanded=${isOpen}
          aria-labelledby="${titleId}-toggle ${titleId}" @click=${toggle}>${icon('chevron-right')}${texts.showTable}</button>
        ${button(texts.copy, { className: 'link copy', accessibleName: formatText(texts.copyOf, chart.title) }, options.onCopy)}
        <div class="table-place" id=${table}>${isOpen ? renderTable(chart, { texts, formats, caption }) : nothing}</div>`,
      root,
    );
  }

  draw(options.isTableOpen);
  return root;
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
        <caption><span>${caption}</span></caption>
        <thead>
          <tr><th scope="col">${texts.time}</th>${lines.map(({ name }) => html`<th scope="col"><span class="name" title=${name}>${name}</span></th>`)}</tr>
        </thead>
        <tbody>
          ${times.slice(0, rows).map(
            (time, index) => html`<tr>
              <th scope="row"><time datetime=${new Date(time).toISOString()}>${point(time)}</time></th>
              ${lines.map(({ values }) => html`<td>${renderValueCell(values[index] ?? null, formats, texts)}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${rows < times.length || chart.isCut ? html`<p class="cut">${texts.moreCells}</p>` : ''}`;
}

function renderValueCell(
  value: number | null,
  { formatValue: text }: ChartFormatters,
  { noValue }: AnalyticsTexts,
) {
  return value === null
    ? html`<span aria-hidden="true">–</span><span class="unseen">${noValue}</span>`
    : text(value);
}
