import { element } from '../../editor/webview/dom.ts';
import { createListParts, type ListParts, rowHeightOf } from '../../editor/webview/listParts.ts';
import type { LogTexts } from '../pageTexts.ts';

/** The fixed elements of the page, top to bottom. */
export interface PageElements extends ListParts {
  readonly toolbar: HTMLElement;
  readonly notice: HTMLElement;
  readonly histogram: HTMLElement;
  readonly empty: HTMLElement;
  readonly below: HTMLElement;
  readonly status: HTMLElement;
  /** px */
  readonly rowHeight: number;
}

/** Builds them into `app`. */
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
  const head = element(
    'div',
    'unseen',
    { role: 'row', 'aria-rowindex': '1' },
    ...columns.map((name) => element('span', '', { role: 'columnheader' }, name)),
  );
  const list = createListParts(strings.grid, head);
  const skeleton = {
    ...list,
    toolbar: element('header', 'toolbar'),
    notice: element('div', 'notices'),
    histogram: element('div', 'histogram'),
    empty: element('div', 'empty'),
    below: element('div', 'below'),
    status: element('footer', 'status'),
  };
  const view = element('div', 'view', {}, list.scroller, skeleton.empty, skeleton.below);
  const { toolbar, notice, histogram, status } = skeleton;
  const main = element('main', '', {}, notice, histogram, view);
  app.replaceChildren(toolbar, main, status, spoken);
  const rowHeight = rowHeightOf(list.grid);
  app.style.setProperty('--row-height', `${rowHeight}px`);
  return { ...skeleton, rowHeight };
}
