import { createElement } from './dom.ts';

/** The elements of a list. Only the rows near the visible part are rendered. */
export interface ListElements {
  readonly scroller: HTMLElement;
  /** An element with the height of the whole list. */
  readonly spacer: HTMLElement;
  /** The content above the first row. */
  readonly contentAbove: HTMLElement;
  /** The content below the last row. */
  readonly contentBelow: HTMLElement;
  /** The element that gets keyboard events. */
  readonly grid: HTMLElement;
  /** The container of the rendered rows. */
  readonly rowContainer: HTMLElement;
}

/** Creates the elements of a list. `head` contains rows that are always visible, such as the column names. */
export function createListElements(name: string, head?: HTMLElement): ListElements {
  const rowContainer = createElement('div', 'rows', { role: 'rowgroup' });
  const grid = createElement(
    'div',
    'grid',
    { role: 'grid', tabindex: '0', 'aria-label': name, 'aria-multiselectable': 'true' },
    ...(head ? [createElement('div', '', { role: 'rowgroup' }, head)] : []),
    rowContainer,
  );
  const contentAbove = createElement('div', 'older');
  const contentBelow = createElement('div', 'older newer none');
  // The spacer scrolls, and the viewport in it stays visible.
  const spacer = createElement(
    'div',
    'spacer',
    {},
    createElement('div', 'viewport', {}, contentAbove, grid, contentBelow),
  );
  return {
    scroller: createElement('div', 'scroller', {}, spacer),
    spacer,
    contentAbove,
    contentBelow,
    grid,
    rowContainer,
  };
}

/** Returns the height of a row in pixels, which depends on the font size of the editor. */
export function measureRowHeight(grid: HTMLElement): number {
  return Math.max(22, Math.round(Number.parseFloat(getComputedStyle(grid).fontSize) * 1.6));
}
