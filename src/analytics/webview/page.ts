import { html, nothing, render } from 'lit/html.js';
import type { PageHandlers, PageHost } from '../../editor/webview/connect.ts';
import { createCountdown } from '../../editor/webview/countdown.ts';
import { createElement } from '../../editor/webview/dom.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import type { PageStart } from '../../editor/webview/protocol.ts';
import { formatWallTime } from '../../editor/webview/timeZone.ts';
import { createFormats } from '../formats.ts';
import { type PeriodIssue, parsePeriod } from '../period.ts';
import type { AnalyticsPage, AnalyticsPageState, Headline } from '../protocol.ts';
import { type Card, createCard } from './card.ts';
import { readSavedView } from './savedView.ts';
import { onThemeChange } from './theme.ts';
import { type AnalyticsToolbarView, analyticsNotice, analyticsToolbar } from './toolbar.ts';

export function createPage(
  app: HTMLElement,
  { strings, state: first }: PageStart<AnalyticsPage>,
  host: PageHost<AnalyticsPage>,
): PageHandlers<AnalyticsPage> {
  const { timeZone, savedState, post, liveRegion, announce } = host;
  const formats = createFormats(document.documentElement.lang || 'en', timeZone);
  const saved = readSavedView(savedState);
  let state = first;
  let issues: readonly PeriodIssue[] = [];
  let cards: readonly Card[] = [];
  let drawnVersion: number | undefined;
  const countdown = createCountdown(() => drawFrame());
  const bar = createElement('header', 'toolbar');
  const notice = createElement('div', 'notices');
  const content = createElement('main', '');
  app.replaceChildren(bar, notice, content, liveRegion);

  const save = (): void => host.save({ identity: state.identity, choice: state.choice, own: saved });

  function showCustom(): void {
    const check = parsePeriod({ kind: 'custom', from: saved.from, to: saved.to }, Date.now(), timeZone);
    issues = check.ok ? [] : check.issues;
    if (check.ok) post({ kind: 'choose', choice: { kind: 'custom', from: saved.from, to: saved.to } });
    drawFrame();
    app.querySelector<HTMLInputElement>('input[aria-invalid="true"]')?.focus();
  }

  function toggleCustom(): void {
    saved.isCustom = !saved.isCustom;
    issues = [];
    if (saved.isCustom && saved.from === '' && saved.to === '') {
      const { from, to } = state.shown ?? { from: Date.now() - 86_400_000, to: Date.now() };
      saved.from = formatWallTime(from, timeZone);
      saved.to = formatWallTime(to, timeZone);
    }
    save();
    drawFrame();
    app.querySelector<HTMLElement>(saved.isCustom ? 'input' : '.custom')?.focus();
  }

  const actions: AnalyticsToolbarView['actions'] = {
    recent(range) {
      saved.isCustom = false;
      issues = [];
      save();
      drawFrame();
      post({ kind: 'choose', choice: { kind: 'recent', range } });
    },
    toggleCustom,
    type(field, text) {
      saved[field] = text;
      // Hides the problem while the user corrects the field.
      issues = issues.filter((issue) => issue.field !== field);
      save();
      drawFrame();
    },
    showCustom,
  };

  function drawFrame(): void {
    const focused = document.activeElement;
    const secondsLeft = countdown.seconds ?? 0;
    const shown = { state, strings, formats, timeZone, secondsLeft, own: saved, issues };
    const view: AnalyticsToolbarView = { ...shown, post, actions };
    render(analyticsToolbar(view), bar);
    render(analyticsNotice(view), notice);
    // If the focused element was removed, the focus moves to a button that always exists.
    if (focused && !focused.isConnected) app.querySelector<HTMLElement>('.refresh')?.focus();
  }

  function drawCards(): void {
    const { shown } = state;
    if (!shown || shown.version === drawnVersion) return;
    drawnVersion = shown.version;
    const restoreFocus = rememberFocus(content);
    for (const card of cards) card.destroy();
    cards = shown.charts.map((chart) =>
      createCard({
        chart,
        shown,
        strings,
        formats,
        isTableOpen: saved.tables.includes(chart.key),
        openTable(isOpen) {
          const others = saved.tables.filter((key) => key !== chart.key);
          saved.tables = isOpen ? [...others, chart.key] : others;
          save();
        },
        copy: () => post({ kind: 'copy', chart: chart.key }),
      }),
    );
    render(
      html`${
        shown.nothing === undefined
          ? html`<dl class="headlines">${shown.headlines.map(headlineTemplate)}</dl>
              <div class="cards">${cards.map(({ root }) => root)}</div>`
          : html`<p class="nothing">${shown.nothing}</p>`
      }${shown.more === undefined ? nothing : html`<p class="more">${shown.more}</p>`}`,
      content,
    );
    if (shown.nothing === undefined) for (const card of cards) card.start();
    restoreFocus?.();
    announce(formatText(strings.loaded, formats.period(shown.from, shown.to)));
  }

  function draw(next: AnalyticsPageState): void {
    state = next;
    countdown.set(next.waitsFor);
    save();
    drawFrame();
    drawCards();
  }

  onThemeChange(() => {
    for (const card of cards) card.recolor();
  });
  window.addEventListener(
    'scroll',
    () => {
      saved.scroll = window.scrollY;
      save();
    },
    { passive: true },
  );

  const { scroll } = saved;
  draw(state);
  window.scrollTo(0, scroll);
  return { state: draw };
}

function headlineTemplate({ title, value, notes }: Headline) {
  return html`<div><dt>${title}</dt><dd>${value}</dd>${notes.map((note) => html`<dd>${note}</dd>`)}</div>`;
}

/**
 * Returns a function that restores the focus after the cards are replaced. If the chart is gone, the focus moves to the
 * refresh button.
 */
function rememberFocus(content: HTMLElement): (() => void) | undefined {
  const focused = content.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.closest<HTMLElement>('.card')?.dataset['key'];
  if (!focused || key === undefined) return undefined;
  return () => {
    const card = content.querySelector(`.card[data-key="${CSS.escape(key)}"]`);
    const same = card?.querySelector<HTMLElement>(`.${CSS.escape(focused.classList[0] ?? '')}`);
    const refresh = document.querySelector<HTMLElement>('.refresh');
    (same ?? refresh)?.focus({ preventScroll: same !== undefined });
  };
}
