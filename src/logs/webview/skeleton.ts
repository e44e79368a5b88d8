import { element } from '../../editor/webview/dom.ts';
import type { Strings } from '../strings.ts';

/** The fixed elements of the page, top to bottom. */
export interface Skeleton {
  readonly toolbar: HTMLElement;
  readonly notice: HTMLElement;
  readonly histogram: HTMLElement;
  readonly scroller: HTMLElement;
  /** As high as what is scrolled. */
  readonly spacer: HTMLElement;
  /** Lies above the first row. */
  readonly older: HTMLElement;
  /** Lies below the last row. */
  readonly newer: HTMLElement;
  readonly grid: HTMLElement;
  readonly host: HTMLElement;
  readonly empty: HTMLElement;
  readonly below: HTMLElement;
  readonly status: HTMLElement;
  /** px */
  readonly rowHeight: number;
}

/** Builds them into `app`. */
export function createSkeleton(app: HTMLElement, strings: Strings, spoken: HTMLElement): Skeleton {
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
  const host = element('div', 'rows', { role: 'rowgroup' });
  const grid = element(
    'div',
    'grid',
    { role: 'grid', tabindex: '0', 'aria-label': strings.grid, 'aria-multiselectable': 'true' },
    element('div', '', { role: 'rowgroup' }, head),
    host,
  );
  const older = element('div', 'older');
  const newer = element('div', 'older newer none');
  // What is drawn stays in view; only the spacer scrolls.
  const spacer = element('div', 'spacer', {}, element('div', 'viewport', {}, older, grid, newer));
  const scroller = element('div', 'scroller', {}, spacer);
  const skeleton = {
    toolbar: element('header', 'toolbar'),
    notice: element('div', 'notices'),
    histogram: element('div', 'histogram'),
    empty: element('div', 'empty'),
    below: element('div', 'below'),
    status: element('footer', 'status'),
    scroller,
    spacer,
    older,
    newer,
    grid,
    host,
  };
  const view = element('div', 'view', {}, scroller, skeleton.empty, skeleton.below);
  const { toolbar, notice, histogram, status } = skeleton;
  const main = element('main', '', {}, notice, histogram, view);
  app.replaceChildren(toolbar, main, status, spoken);
  // It follows the editor's font size, which people choose.
  const rowHeight = Math.max(22, Math.round(Number.parseFloat(getComputedStyle(grid).fontSize) * 1.6));
  app.style.setProperty('--row-height', `${rowHeight}px`);
  return { ...skeleton, rowHeight };
}
