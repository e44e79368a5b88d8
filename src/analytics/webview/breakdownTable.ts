import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { createElement } from '../../editor/webview/dom.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { sparkline } from '../../editor/webview/sparkline.ts';
import { icon } from '../../editor/webview/templates.ts';
import {
  type Breakdown,
  type BreakdownCell,
  type BreakdownRow,
  type BreakdownSort,
  sortBreakdownRows,
} from '../breakdown.ts';
import type { ChartFormatters } from '../chartFormatters.ts';
import type { AnalyticsTexts } from '../pageTexts.ts';
import type { PageChart } from '../protocol.ts';

interface BreakdownTableOptions {
  readonly breakdown: Breakdown<PageChart>;
  readonly texts: AnalyticsTexts;
  readonly formats: ChartFormatters;
  /** The description of medians, such as "Median of hourly means". */
  readonly medianHint: string;
  /** A note about the figures. */
  readonly note: string | undefined;
  readonly sort: BreakdownSort | undefined;
  onSort(sort: BreakdownSort): void;
}

/** Creates a table of figures by tool, by method, or by category, with a sparkline in each cell. */
export function createBreakdownTable(options: BreakdownTableOptions): HTMLElement {
  const { breakdown, texts, onSort } = options;
  const { kind, columns, rows } = breakdown;
  const isKnown = (column: string): boolean => column === '' || columns.some(({ key }) => key === column);
  const id = `by-${kind}-${encodeURIComponent(columns[0]?.key ?? '').replaceAll('%', '_')}`;
  const root = createElement('section', `card breakdown ${columns.length === 1 ? 'single' : ''}`, {
    'aria-labelledby': id,
  });
  root.dataset['kind'] = kind;
  // The content security policy doesn't allow inline styles.
  root.style.setProperty('--columns', String(columns.length));

  function draw(sort: BreakdownSort): void {
    const sortBy = (column: string): void => {
      const isSame = sort.column === column;
      // Names begin with A, and numbers with the largest one.
      const next = { column, isDescending: isSame ? !sort.isDescending : column !== '' };
      onSort(next);
      draw(next);
    };
    const header = (column: string, label: string, hint = ''): TemplateResult => {
      const isSorted = sort.column === column;
      const direction = sort.isDescending ? 'descending' : 'ascending';
      return html`<th scope="col" aria-sort=${isSorted ? direction : 'none'}>
        <button type="button" class="sort" title=${hint} @click=${() => sortBy(column)}>${label}${
          isSorted ? icon(sort.isDescending ? 'arrow-down' : 'arrow-up') : nothing
        }</button></th>`;
    };
    render(
      html`<header><h2 id=${id}>${texts.breakdowns[kind]}</h2><span class="total">${formatText(texts.breakdownRows[kind], rows.length)}</span></header>
      <div class="breakdown-scroll" role="group" tabindex="0" aria-labelledby=${id}><table>
        <thead><tr>${header('', texts.breakdownNames[kind])}${columns.map((column) =>
          column.isCount
            ? header(column.key, column.columnTitle ?? column.title)
            : header(column.key, formatText(texts.medianOf, column.title), options.medianHint),
        )}</tr></thead>
        <tbody>${sortBreakdownRows(breakdown, sort).map((row) => renderRow(row, options))}</tbody>
      </table></div>${options.note === undefined ? nothing : html`<p class="note">${options.note}</p>`}`,
      root,
    );
  }

  draw(options.sort && isKnown(options.sort.column) ? options.sort : getDefaultSort(breakdown));
  return root;
}

/** Errors come first, because they need attention. */
function getDefaultSort({ columns }: Breakdown<PageChart>): BreakdownSort {
  const errors = columns.find(({ key }) => /error/i.test(key));
  return { column: (errors ?? columns[0])?.key ?? '', isDescending: true };
}

function renderRow({ name, cells }: BreakdownRow, options: BreakdownTableOptions): TemplateResult {
  const { columns } = options.breakdown;
  return html`<tr><th scope="row"><span class="name" title=${name}>${name}</span></th>${cells.map(
    (cell, index) => renderCell(cell, columns[index] as PageChart, options),
  )}</tr>`;
}

function renderCell(
  cell: BreakdownCell | undefined,
  { isCount, key, unit }: PageChart,
  { texts, formats }: BreakdownTableOptions,
): TemplateResult {
  if (!cell)
    return html`<td><span aria-hidden="true">–</span><span class="unseen">${texts.noValue}</span></td>`;
  const { value, values } = cell;
  const text = formats.formatInUnit(value, unit);
  const isError = /error/i.test(key) && value > 0;
  return html`<td class=${isError ? 'failed' : ''}><div><span>${text}</span>${sparkline(values, {
    shape: isCount ? 'bars' : 'line',
    width: 96,
  })}</div></td>`;
}
