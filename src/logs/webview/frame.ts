import { html, nothing, render } from 'lit/html.js';
import type { FrameActions, FrameView } from './frameView.ts';
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

/** Renders everything around the rows. Returns whether that changes the height of the list. */
export function drawFrame(elements: PageElements, view: FrameView, actions: FrameActions): boolean {
  render(renderToolbar(view, actions), elements.toolbar);
  const { verdict } = view.state;
  // The log of a deployment has a visible heading.
  const heading = verdict ? nothing : html`<h1 class="unseen">${view.texts.grid}</h1>`;
  render([heading, renderFailedDeployment(view, actions), renderNotice(view, actions)], elements.notice);
  render(verdict ? renderVerdict(verdict, view, actions) : nothing, elements.verdict);
  render(renderEmptyState(view, actions), elements.empty);
  render(renderOlderBar(view, actions), elements.contentAbove);
  render(renderNewerBar(view, actions), elements.contentBelow);
  render(renderStatusLine(view, actions), elements.status);
  return toggleClass(elements.contentBelow, 'none', elements.contentBelow.childElementCount === 0);
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
