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
  readonly histogram: HTMLElement;
  readonly empty: HTMLElement;
  readonly below: HTMLElement;
  readonly status: HTMLElement;
  /** Height of a row in pixels. */
  readonly rowHeight: number;
}

/** Adds the elements to `app`. */
export function createPageElements(app: HTMLElement, strings: LogTexts, spoken: HTMLElement): PageElements {
  const columns = [
    strings.expand,
    strings.columnTime,
    strings.columnType,
    strings.columnMethod,
    strings.columnMessage,
    strings.columnDuration,
    strings.columnRequest,
  ];
  const head = createElement(
    'div',
    'unseen',
    { role: 'row', 'aria-rowindex': '1' },
    ...columns.map((name) => createElement('span', '', { role: 'columnheader' }, name)),
  );
  const list = createListElements(strings.grid, head);
  const skeleton = {
    ...list,
    toolbar: createElement('header', 'toolbar'),
    notice: createElement('div', 'notices'),
    histogram: createElement('div', 'histogram'),
    empty: createElement('div', 'empty'),
    below: createElement('div', 'below'),
    status: createElement('footer', 'status'),
  };
  const view = createElement('div', 'view', {}, list.scroller, skeleton.empty, skeleton.below);
  const { toolbar, notice, histogram, status } = skeleton;
  const main = createElement('main', '', {}, notice, histogram, view);
  app.replaceChildren(toolbar, main, status, spoken);
  const rowHeight = measureRowHeight(list.grid);
  app.style.setProperty('--row-height', `${rowHeight}px`);
  return { ...skeleton, rowHeight };
}
