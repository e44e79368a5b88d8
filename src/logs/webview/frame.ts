import { html, nothing, render } from 'lit/html.js';
import { isOutOfTimeOrder } from '../requestSort.ts';
import type { FrameActions, FrameView } from './frameView.ts';
import { hasHeading, renderHeading } from './heading.ts';
import {
  renderEmptyState,
  renderFailedDeployment,
  renderNewerBar,
  renderNotice,
  renderOlderBar,
  renderStatusLine,
} from './notices.ts';
import type { PageElements } from './pageElements.ts';
import { renderToolbar } from './toolbar.ts';
import { renderVerdict } from './verdict.ts';

/**
 * Renders everything around the rows. Returns whether that changes the height of the list, and by how many pixels it
 * moves the top of the list down.
 */
export function drawFrame(
  elements: PageElements,
  view: FrameView,
  actions: FrameActions,
): { readonly isResized: boolean; readonly topPx: number } {
  render(renderToolbar(view, actions), elements.toolbar);
  const { verdict } = view.state;
  // The log of a deployment has a visible heading.
  const heading = verdict ? nothing : html`<h1 class="unseen">${view.texts.grid}</h1>`;
  render([heading, renderFailedDeployment(view, actions), renderNotice(view, actions)], elements.notice);
  render(verdict ? renderVerdict(verdict, view, actions) : nothing, elements.verdict);
  render(renderEmptyState(view, actions), elements.empty);
  // In another order, the bar would separate the heading from the first request.
  const isSorted = isOutOfTimeOrder({ isGrouped: view.options.isGrouped, sort: view.sort });
  const older = renderOlderBar(view, actions);
  render(isSorted ? nothing : older, elements.contentAbove);
  render([isSorted ? older : nothing, renderNewerBar(view, actions)], elements.contentBelow);
  render(renderStatusLine(view, actions), elements.status);
  const topPx = drawHeading(elements, view, actions);
  const isNewerBarToggled = toggleClass(
    elements.contentBelow,
    'none',
    elements.contentBelow.childElementCount === 0,
  );
  const isOlderBarToggled = toggleClass(elements.contentAbove, 'none', isSorted);
  return { isResized: topPx !== 0 || isNewerBarToggled || isOlderBarToggled, topPx };
}

/** Renders the visible heading of the list. Returns the change of its height in pixels, if it has appeared or disappeared. */
function drawHeading(
  { headings, columnNames, grid, rowContainer }: PageElements,
  view: FrameView,
  actions: FrameActions,
): number {
  const isShown = hasHeading(view);
  const isToggled = columnNames.hidden !== isShown;
  const previousHeight = isToggled ? headings.offsetHeight : 0;
  render(renderHeading(view, actions), headings);
  // Narrow panels show the column by which the list is sorted.
  const sort = isShown ? view.sort.by : 'time';
  for (const { dataset } of [headings, rowContainer]) dataset['sort'] = sort;
  if (isShown) {
    const { p95 = 1, slowest = 1 } = view.durations ?? {};
    // CSS can't divide by 0.
    rowContainer.style.setProperty('--p95', String(Math.max(p95, 0.001)));
    rowContainer.style.setProperty('--rest', String(Math.max(slowest - p95, 0.001)));
  }
  if (isShown) grid.setAttribute('aria-owns', 'heading');
  else grid.removeAttribute('aria-owns');
  columnNames.hidden = isShown;
  // For the widths of the columns.
  headings.classList.toggle('rows', isShown);
  return isToggled ? headings.offsetHeight - previousHeight : 0;
}

/** Sets or removes a class, and returns whether that is a change. */
function toggleClass({ classList }: HTMLElement, name: string, isOn: boolean): boolean {
  const isChanged = classList.contains(name) !== isOn;
  classList.toggle(name, isOn);
  return isChanged;
}

/** Returns functions that format numbers in a language. */
export function createNumberFormatters(
  lang: string,
): Pick<FrameView, 'formatNumber' | 'formatCompact' | 'formatPercent'> {
  const compactOptions = { notation: 'compact', maximumFractionDigits: 0, roundingMode: 'trunc' } as const;
  return {
    formatNumber: new Intl.NumberFormat(lang).format,
    formatCompact: new Intl.NumberFormat(lang, compactOptions).format,
    formatPercent: new Intl.NumberFormat(lang, { style: 'percent' }).format,
  };
}
