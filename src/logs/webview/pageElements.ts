import { createElement } from '../../editor/webview/dom.ts';
import {
  createListElements,
  type ListElements,
  measureRowHeight,
} from '../../editor/webview/listElements.ts';
import type { LogTexts } from '../pageTexts.ts';

/** The elements of the page, from top to bottom. */
export interface PageElements extends ListElements {
  readonly toolbar: HTMLElement;
  readonly notice: HTMLElement;
  /** The result of a deployment. Empty for the log of an environment. */
  readonly verdict: HTMLElement;
  readonly histogram: HTMLElement;
  /** The day of the first visible row. */
  readonly dayHeading: HTMLElement;
  /** The layer with the separators of days. */
  readonly daySeparators: HTMLElement;
  /** The names of the columns for screen readers. The visible heading replaces it. */
  readonly columnNames: HTMLElement;
  /** The summary by method and tool. Empty unless it's open. */
  readonly summary: HTMLElement;
  /** The container of the visible heading. Empty unless the list is grouped by request. */
  readonly headings: HTMLElement;
  readonly empty: HTMLElement;
  readonly below: HTMLElement;
  readonly status: HTMLElement;
  /** Height of a row in pixels. */
  readonly rowHeight: number;
}

/** Creates the elements and adds them to `app`. `liveRegion` is the element for announcements. */
export function createPageElements(app: HTMLElement, texts: LogTexts, liveRegion: HTMLElement): PageElements {
  const columns = [
    texts.expand,
    texts.columnTime,
    texts.columnType,
    texts.columnMessage,
    texts.columnRequest,
  ];
  const columnNames = createElement(
    'div',
    'unseen',
    { role: 'row', 'aria-rowindex': '1' },
    ...columns.map((name, index) =>
      createElement('span', '', { role: 'columnheader', 'aria-colindex': String(index + 1) }, name),
    ),
  );
  const list = createListElements(texts.grid, columnNames);
  const elements = {
    ...list,
    columnNames,
    summary: createElement('section', 'summary'),
    headings: createElement('div', 'headings'),
    toolbar: createElement('header', 'toolbar'),
    notice: createElement('div', 'notices'),
    verdict: createElement('div', ''),
    histogram: createElement('div', 'histogram'),
    dayHeading: createElement('div', 'day-label day-heading'),
    daySeparators: createElement('div', 'day-separators', { 'aria-hidden': 'true' }),
    empty: createElement('div', 'empty'),
    below: createElement('div', 'below'),
    status: createElement('div', 'status'),
  };
  const view = createElement('div', 'view', {}, list.scroller, elements.empty);
  list.grid.after(elements.daySeparators);
  const { toolbar, notice, verdict, histogram, summary, headings, dayHeading, status } = elements;
  const main = createElement(
    'main',
    '',
    {},
    ...[notice, verdict, histogram, summary, headings, dayHeading, view],
  );
  // The button for new entries would cover the ends of rows.
  const footer = createElement('footer', '', {}, status, elements.below);
  app.replaceChildren(toolbar, main, footer, liveRegion);
  const rowHeight = measureRowHeight(list.grid);
  app.style.setProperty('--row-height', `${rowHeight}px`);
  // The rows are narrower than the page if there is a scroll bar.
  new ResizeObserver(() => {
    headings.style.width = `${list.rowContainer.clientWidth}px`;
  }).observe(list.rowContainer);
  return { ...elements, rowHeight };
}
