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
    texts.columnMethod,
    texts.columnMessage,
    texts.columnDuration,
    texts.columnRequest,
  ];
  const head = createElement(
    'div',
    'unseen',
    { role: 'row', 'aria-rowindex': '1' },
    ...columns.map((name, index) =>
      createElement('span', '', { role: 'columnheader', 'aria-colindex': String(index + 1) }, name),
    ),
  );
  const list = createListElements(texts.grid, head);
  const elements = {
    ...list,
    toolbar: createElement('header', 'toolbar'),
    notice: createElement('div', 'notices'),
    verdict: createElement('div', ''),
    histogram: createElement('div', 'histogram'),
    dayHeading: createElement('div', 'day-label day-heading'),
    daySeparators: createElement('div', 'day-separators', { 'aria-hidden': 'true' }),
    empty: createElement('div', 'empty'),
    below: createElement('div', 'below'),
    status: createElement('footer', 'status'),
  };
  const view = createElement('div', 'view', {}, list.scroller, elements.empty, elements.below);
  list.grid.after(elements.daySeparators);
  const { toolbar, notice, verdict, histogram, dayHeading, status } = elements;
  const main = createElement('main', '', {}, notice, verdict, histogram, dayHeading, view);
  app.replaceChildren(toolbar, main, status, liveRegion);
  const rowHeight = measureRowHeight(list.grid);
  app.style.setProperty('--row-height', `${rowHeight}px`);
  return { ...elements, rowHeight };
}
