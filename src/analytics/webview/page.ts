import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { PageHandlers, PageHost } from '../../editor/webview/connect.ts';
import { createCountdown } from '../../editor/webview/countdown.ts';
import { createElement } from '../../editor/webview/dom.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import type { PageStart } from '../../editor/webview/protocol.ts';
import { button } from '../../editor/webview/templates.ts';
import { formatWallTime } from '../../editor/webview/timeZone.ts';
import { type Breakdown, createBreakdowns } from '../breakdown.ts';
import { type ChartFormatters, createChartFormatters } from '../chartFormatters.ts';
import { sumLine } from '../charts.ts';
import type { AnalyticsTexts } from '../pageTexts.ts';
import { type Period, type PeriodIssue, parsePeriod } from '../period.ts';
import type { AnalyticsPage, AnalyticsPageState, Headline, PageChart, ShownAnalytics } from '../protocol.ts';
import { resultChartKey } from '../resultChart.ts';
import { createBreakdownTable } from './breakdownTable.ts';
import { type Card, createCard } from './card.ts';
import { chartHintId } from './chartView.ts';
import { type CursorGroup, createCursorGroup } from './cursorGroup.ts';
import { readSavedView, type SavedView } from './savedView.ts';
import { onThemeChange } from './theme.ts';
import { type AnalyticsToolbarView, renderAnalyticsNotice, renderAnalyticsToolbar } from './toolbar.ts';

/** The state of the page, and the functions that save and draw it. */
interface PageModel {
  readonly app: HTMLElement;
  readonly host: PageHost<AnalyticsPage>;
  readonly texts: PageStart<AnalyticsPage>['texts'];
  readonly formats: ChartFormatters;
  readonly saved: SavedView;
  state: AnalyticsPageState;
  /** The problems that the last submission of the form found. */
  issues: readonly PeriodIssue[];
  save(): void;
  /** Draws everything above the charts. */
  drawFrame(): void;
}

export function createPage(
  app: HTMLElement,
  { texts, state }: PageStart<AnalyticsPage>,
  host: PageHost<AnalyticsPage>,
): PageHandlers<AnalyticsPage> {
  const model: PageModel = {
    app,
    host,
    texts: texts,
    formats: createChartFormatters(document.documentElement.lang || 'en', host.timeZone),
    saved: readSavedView(host.savedState),
    state,
    issues: [],
    save: () => host.save({ identity: model.state.identity, choice: model.state.choice, own: model.saved }),
    drawFrame: () => drawFrame(model, bar, notice, actions, countdown.seconds ?? 0),
  };
  const { saved } = model;
  const actions = createActions(model);
  const countdown = createCountdown(() => model.drawFrame());
  const bar = createElement('header', 'toolbar');
  const notice = createElement('div', 'notices');
  const content = createElement('main', '');
  const cards = createCards(model, content);
  app.replaceChildren(bar, notice, content, host.liveRegion);

  function draw(next: AnalyticsPageState): void {
    model.state = next;
    countdown.set(next.retryInMs);
    model.save();
    model.drawFrame();
    cards.draw();
  }

  onThemeChange(() => cards.recolor());
  window.addEventListener(
    'scroll',
    () => {
      saved.scroll = window.scrollY;
      model.save();
    },
    { passive: true },
  );

  const { scroll } = saved;
  draw(state);
  window.scrollTo(0, scroll);
  return { state: draw };
}

function createActions(model: PageModel): AnalyticsToolbarView['actions'] {
  const { app, host, saved } = model;
  return {
    selectRecentRange(range) {
      saved.isCustom = false;
      model.issues = [];
      model.save();
      model.drawFrame();
      host.post({ kind: 'choose', choice: { kind: 'recent', range } });
    },
    toggleCustomForm() {
      saved.isCustom = !saved.isCustom;
      model.issues = [];
      if (saved.isCustom && saved.from === '' && saved.to === '') {
        const { from, to } = model.state.shown ?? { from: Date.now() - 86_400_000, to: Date.now() };
        saved.from = formatWallTime(from, host.timeZone);
        saved.to = formatWallTime(to, host.timeZone);
      }
      model.save();
      model.drawFrame();
      app.querySelector<HTMLElement>(saved.isCustom ? 'input' : '.custom')?.focus();
    },
    editField(field, text) {
      saved[field] = text;
      // Hides the problem while the user corrects the field.
      model.issues = model.issues.filter((issue) => issue.field !== field);
      model.save();
      model.drawFrame();
    },
    submitCustomPeriod() {
      const choice = { kind: 'custom', from: saved.from, to: saved.to } as const;
      const parsed = parsePeriod(choice, Date.now(), host.timeZone);
      model.issues = parsed.ok ? [] : parsed.issues;
      if (parsed.ok) host.post({ kind: 'choose', choice });
      model.drawFrame();
      app.querySelector<HTMLInputElement>('input[aria-invalid="true"]')?.focus();
    },
  };
}

function drawFrame(
  { app, host, texts, formats, saved, state, issues }: PageModel,
  bar: HTMLElement,
  notice: HTMLElement,
  actions: AnalyticsToolbarView['actions'],
  secondsLeft: number,
): void {
  const focused = document.activeElement;
  const { timeZone, post } = host;
  const view: AnalyticsToolbarView = {
    state,
    texts: texts,
    formats,
    timeZone,
    secondsLeft,
    saved,
    issues,
    post,
    actions,
  };
  render(renderAnalyticsToolbar(view), bar);
  render(renderAnalyticsNotice(view), notice);
  // If the focused element was removed, the focus moves to a button that always exists.
  if (focused && !focused.isConnected) app.querySelector<HTMLElement>('.refresh')?.focus();
}

/** Creates the cards and tables. They are created again only for another response. */
function createCards(model: PageModel, content: HTMLElement) {
  const { host, texts, formats, saved } = model;
  let cards: readonly Card[] = [];
  let drawnVersion: number | undefined;
  const openLogs = (range: Period): void => host.post({ kind: 'openLogs', range });

  const createCardOf = (chart: PageChart, shown: ShownAnalytics, cursors: CursorGroup): Card =>
    createCard({
      chart,
      analytics: shown,
      texts,
      formats,
      cursors,
      isTableOpen: saved.tables.includes(chart.key),
      onToggleTable(isOpen) {
        const others = saved.tables.filter((key) => key !== chart.key);
        saved.tables = isOpen ? [...others, chart.key] : others;
        model.save();
      },
      onCopy: () => host.post({ kind: 'copy', chart: chart.key }),
      onOpenLogs: openLogs,
    });

  const createTable = (
    breakdown: Breakdown<PageChart>,
    { medianHint, charts }: ShownAnalytics,
  ): HTMLElement =>
    createBreakdownTable({
      breakdown,
      texts,
      formats,
      medianHint,
      note: createBreakdownNote(breakdown, charts, { texts, formats }),
      sort: saved.sorts.find(({ kind }) => kind === breakdown.kind),
      onSort(sort) {
        const others = saved.sorts.filter(({ kind }) => kind !== breakdown.kind);
        saved.sorts = [...others, { ...sort, kind: breakdown.kind }];
        model.save();
      },
    });

  return {
    draw(): void {
      const { shown } = model.state;
      if (!shown || shown.version === drawnVersion) return;
      drawnVersion = shown.version;
      const restoreFocus = rememberFocus(content);
      const cursors = createCursorGroup();
      for (const card of cards) card.destroy();
      cards = shown.charts.map((chart) => createCardOf(chart, shown, cursors));
      const tables = createBreakdowns(shown.charts).map((breakdown) => createTable(breakdown, shown));
      const renderNote = (note: Headline['notes'][number]) =>
        renderHeadlineNote(note, texts.openLogs, openLogs);
      render(renderContent(shown, { cards, tables, texts, renderNote }), content);
      if (shown.emptyText === undefined) for (const card of cards) card.start();
      restoreFocus?.();
      host.announce(formatText(texts.loaded, formats.formatPeriod(shown.from, shown.to)));
    },
    recolor(): void {
      for (const card of cards) card.recolor();
    },
  };
}

/** Returns the note of the table by tool: the number of calls, which the service reports only for all tools. */
function createBreakdownNote(
  { kind, columns }: Breakdown<PageChart>,
  charts: readonly PageChart[],
  { texts, formats }: Pick<PageModel, 'texts' | 'formats'>,
): string | undefined {
  const calls = charts
    .find(({ key }) => key === 'requests_count')
    ?.lines.find(({ name }) => name === 'tools/call');
  if (kind !== 'tools' || !calls || columns.some(({ key }) => key === 'requests_count')) return undefined;
  return formatText(texts.callsOfAllTools, formats.formatValue(sumLine(calls)));
}

interface ContentParts {
  readonly cards: readonly Card[];
  readonly tables: readonly HTMLElement[];
  readonly texts: AnalyticsTexts;
  readonly renderNote: (note: Headline['notes'][number]) => TemplateResult | string;
}

/** Keys of the charts above the tables, because they answer the first question: does the server work, and how fast? */
const leadingKeys: readonly string[] = [resultChartKey, 'requests_latency_mean'];

function renderContent(
  { emptyText, hiddenChartsText, headlines, charts }: ShownAnalytics,
  { cards, tables, texts, renderNote }: ContentParts,
): TemplateResult {
  const isLeading = charts.map(({ key }) => leadingKeys.includes(key));
  const roots = (isWanted: boolean) =>
    cards.filter((_card, index) => isLeading[index] === isWanted).map(({ root }) => root);
  const group = (className: string, children: readonly HTMLElement[]) =>
    children.length === 0 ? nothing : html`<div class=${className}>${children}</div>`;
  return html`${
    emptyText === undefined
      ? html`<dl class="headlines">${headlines.map((headline) => renderHeadline(headline, renderNote))}</dl>
          <p class="unseen" id=${chartHintId}>${texts.chartKeys}</p>
          ${group('cards', roots(true))}${group('cards tables', tables)}${group('cards', roots(false))}`
      : html`<p class="nothing">${emptyText}</p>`
  }${hiddenChartsText === undefined ? nothing : html`<p class="more">${hiddenChartsText}</p>`}`;
}

function renderHeadline({ title, value, notes }: Headline, renderNote: ContentParts['renderNote']) {
  return html`<div><dt>${title}</dt><dd>${value}</dd>${notes.map((note) => html`<dd>${renderNote(note)}</dd>`)}</div>`;
}

/** Renders a note. The note about a peak opens its logs. */
function renderHeadlineNote(
  { text, range }: Headline['notes'][number],
  hint: string,
  openLogs: (range: Period) => void,
): TemplateResult | string {
  return range ? button(text, { className: 'link', hint }, () => openLogs(range)) : text;
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
