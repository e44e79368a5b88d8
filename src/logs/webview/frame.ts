import { render } from 'lit/html.js';
import type { FrameActions, FrameView } from './frameView.ts';
import {
  renderEmptyState,
  renderNewerBar,
  renderNotice,
  renderOlderBar,
  renderStatusLine,
} from './notices.ts';
import type { PageElements } from './pageElements.ts';
import { renderToolbar } from './toolbar.ts';

/** Renders everything around the rows. Returns whether that changes the height of the list. */
export function drawFrame(parts: PageElements, view: FrameView, actions: FrameActions): boolean {
  render(renderToolbar(view, actions), parts.toolbar);
  render(renderNotice(view, actions), parts.notice);
  render(renderEmptyState(view, actions), parts.empty);
  render(renderOlderBar(view, actions), parts.contentAbove);
  render(renderNewerBar(view, actions), parts.contentBelow);
  render(renderStatusLine(view, actions), parts.status);
  const isNewer = toggleClass(parts.contentBelow, 'none', parts.contentBelow.childElementCount === 0);
  const isDated = toggleClass(parts.rowContainer, 'one-day', view.day !== undefined);
  return isNewer || isDated;
}

/** Sets or removes a class, and returns whether that is a change. */
function toggleClass({ classList }: HTMLElement, name: string, isOn: boolean): boolean {
  const isNew = classList.contains(name) !== isOn;
  classList.toggle(name, isOn);
  return isNew;
}

/** Returns functions that format numbers in a language. */
export function createNumberFormatters(
  lang: string,
): Pick<FrameView, 'formatNumber' | 'formatCompact' | 'formatPercent'> {
  const short = { notation: 'compact', maximumFractionDigits: 0, roundingMode: 'trunc' } as const;
  return {
    formatNumber: new Intl.NumberFormat(lang).format,
    formatCompact: new Intl.NumberFormat(lang, short).format,
    formatPercent: new Intl.NumberFormat(lang, { style: 'percent' }).format,
  };
}
