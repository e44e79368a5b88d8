import { createElement } from './dom.ts';

/** The elements of a list of which only the rows near the view are on the page. */
export interface ListElements {
  readonly scroller: HTMLElement;
  /** As high as what is scrolled. */
  readonly spacer: HTMLElement;
  /** Lies above the first row. */
  readonly older: HTMLElement;
  /** Lies below the last row. */
  readonly newer: HTMLElement;
  /** Has the keyboard. */
  readonly grid: HTMLElement;
  /** Holds the drawn rows. */
  readonly host: HTMLElement;
}

/** `head`: rows that are always there, such as names of columns. */
export function createListElements(name: string, head?: HTMLElement): ListElements {
  const host = createElement('div', 'rows', { role: 'rowgroup' });
  const grid = createElement(
    'div',
    'grid',
    { role: 'grid', tabindex: '0', 'aria-label': name, 'aria-multiselectable': 'true' },
    ...(head ? [createElement('div', '', { role: 'rowgroup' }, head)] : []),
    host,
  );
  const older = createElement('div', 'older');
  const newer = createElement('div', 'older newer none');
  // What is drawn stays in view; only the spacer scrolls.
  const spacer = createElement('div', 'spacer', {}, createElement('div', 'viewport', {}, older, grid, newer));
  return { scroller: createElement('div', 'scroller', {}, spacer), spacer, older, newer, grid, host };
}

/** Pixels of a row. It follows the editor's font size, which people choose. */
export function measureRowHeight(grid: HTMLElement): number {
  return Math.max(22, Math.round(Number.parseFloat(getComputedStyle(grid).fontSize) * 1.6));
}
