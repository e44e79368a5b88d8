import { html, nothing, render } from 'lit/html.js';
import type { PageHandlers, PageHost } from '../../editor/webview/connect.ts';
import { splitWords } from '../../editor/webview/filterByWords.ts';
import { createLiteralPattern } from '../../editor/webview/literalPattern.ts';
import type { PageStart } from '../../editor/webview/protocol.ts';
import { button, type PageTemplate, renderKeepingFocus } from '../../editor/webview/templates.ts';
import { toggleItem } from '../../editor/webview/toggleItem.ts';
import type { ReportTexts } from '../pageTexts.ts';
import { type CheckKind, isProblem } from '../report/checkKinds.ts';
import type { Fact, ReportSection } from '../report/reportSchema.ts';
import type { ReportPage } from '../reportProtocol.ts';
import { indexSearchTexts, isFiltered, listVisibleChecks, revealCheck } from './checkFilter.ts';
import { renderFilterBar } from './filterBar.ts';
import { renderReportHead } from './head.ts';
import { renderReportComparison } from './overview.ts';
import { renderFacts } from './parts.ts';
import { createScreenshotsPart } from './screenshots.ts';
import { foldAll, makeCheckVisible, renderSection } from './section.ts';
import { changeFolding, parseViewState, type ReportViewState, serializeViewState } from './viewState.ts';

/** Creates the report page. */
export function createPage(
  app: HTMLElement,
  { texts, state: firstState }: PageStart<ReportPage>,
  { post, request, savedState, save }: PageHost<ReportPage>,
): PageHandlers<ReportPage> {
  /** The view state, which the editor saves. */
  let viewState = parseViewState(savedState);
  let state = firstState;
  /** The text of each check that the filter searches, by the index of the check. */
  let searchTexts = indexSearchTexts(state);

  function changeViewState(changes: Partial<ReportViewState>): void {
    changeWithoutRedraw(changes);
    draw();
  }

  function changeWithoutRedraw(changes: Partial<ReportViewState>): void {
    viewState = { ...viewState, ...changes };
    save({ ...serializeViewState(viewState), identity: state.identity });
  }

  const renderScreenshots = createScreenshotsPart({
    texts,
    draw: () => draw(),
    requestScreenshot: (platform) => request('screenshot', { platform }),
    save: (platform) => post({ kind: 'saveScreenshot', platform }),
  });

  // Changes the current view state, because the user can collapse several sections before the page is redrawn.
  const saveFolding = (key: string, isOpen: boolean): void =>
    changeWithoutRedraw(changeFolding(viewState, key, isOpen));
  const toggleUnfolded = (key: string): void =>
    changeWithoutRedraw({ unfolded: toggleItem(viewState.unfolded, key) });

  /** Makes a check visible, and focuses it. */
  function showCheck(index: number): void {
    changeViewState(makeCheckVisible(state.view.sections, viewState, index));
    focusHeading(`check-${index}`);
  }

  /** Changes the filter, and scrolls to the first check that matches it. */
  function changeFilter(changes: Pick<Partial<ReportViewState>, 'filter' | 'hiddenKinds'>): void {
    changeViewState(changes);
    const [first] = listVisibleChecks(state, viewState, searchTexts);
    if (first && isFiltered(viewState)) revealCheck(first);
  }

  function focusFirstMatch(): void {
    const [first] = listVisibleChecks(state, viewState, searchTexts);
    if (!first) return;
    revealCheck(first);
    document.getElementById(`check-${first.index}`)?.focus({ preventScroll: true });
  }

  function draw(): void {
    const { view } = state;
    const visibleChecks = listVisibleChecks(state, viewState, searchTexts);
    const visibleIndexes = new Set(visibleChecks.map(({ index }) => index));
    const matches = listVisibleChecks(state, { ...viewState, hiddenKinds: [] }, searchTexts);
    const clearFilters = (): void => changeViewState({ filter: '', hiddenKinds: [] });
    const filterBarOptions = {
      texts,
      sections: view.sections,
      filter: viewState.filter,
      hiddenKinds: viewState.hiddenKinds,
      setAllExpanded: (isExpanded: boolean) => changeViewState(foldAll(view.sections, isExpanded)),
      checkCount: view.checkCount,
      visibleCount: visibleIndexes.size,
      matchCounts: countByKind(matches),
      clearFilters,
      focusFirstMatch,
      setFilter: (filter: string) => changeFilter({ filter }),
      toggleKind: (kind: ReportSection['kind']) =>
        changeFilter({ hiddenKinds: toggleItem(viewState.hiddenKinds, kind) }),
    };
    const sectionOptions = {
      texts,
      viewState,
      visibleIndexes,
      firstMatch: viewState.filter.trim() === '' ? undefined : visibleChecks[0]?.index,
      pattern: createLiteralPattern(splitWords(viewState.filter), false),
      toolCheckIndexes: new Set(state.toolCheckIndexes),
      post,
      changeViewState,
      saveFolding,
    };
    const headOptions = {
      texts,
      post,
      showCheck,
      showComparison: () => focusHeading('comparison'),
      unfolded: viewState.unfolded,
      toggleUnfolded,
    };
    const [problems, others] = renderSections(view.sections, sectionOptions);
    const page = html`${renderReportHead(state, headOptions)}
      <main>
        ${view.checkCount === 0 ? nothing : renderFilterBar(filterBarOptions)}${problems}
        ${renderNoMatches(visibleIndexes.size > 0 || view.checkCount === 0, texts, clearFilters)}
        ${renderReportComparison(view, texts, showCheck)}${renderScreenshots(view.screenshots)}${others}
        ${renderAdditionalFacts(view.additionalFacts, texts)}
      </main>`;
    renderKeepingFocus(app, 'h1', () => render(page, app));
  }

  onScrollEnd(() => changeWithoutRedraw({ scroll: window.scrollY }));
  const { scroll } = viewState;
  changeViewState({});
  window.scrollTo(0, scroll);

  return {
    state(nextState) {
      state = nextState;
      searchTexts = indexSearchTexts(state);
      changeViewState({});
    },
  };
}

function countByKind(checks: ReturnType<typeof listVisibleChecks>): Partial<Record<CheckKind, number>> {
  const counts: Partial<Record<CheckKind, number>> = {};
  for (const { kind } of checks) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Renders the sections with problems, and the others, which come after everything else that can need action. */
function renderSections(
  sections: readonly ReportSection[],
  options: Parameters<typeof renderSection>[1],
): readonly [problems: readonly PageTemplate[], others: readonly PageTemplate[]] {
  const render = (section: ReportSection): PageTemplate => renderSection(section, options);
  const needsAction = (section: ReportSection): boolean => isProblem(section) || section.kind === 'other';
  return [
    sections.filter(needsAction).map(render),
    sections.filter((section) => !needsAction(section)).map(render),
  ];
}

/** Renders the message that no check matches the filter. */
function renderNoMatches(isHidden: boolean, texts: ReportTexts, clearFilters: () => void): PageTemplate {
  return html`<div class="none" ?hidden=${isHidden}>
    <p>${texts.noVisibleChecks}</p>
    ${button(texts.clearFilters, {}, clearFilters)}
  </div>`;
}

function onScrollEnd(run: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  window.addEventListener('scroll', () => {
    clearTimeout(timer);
    timer = setTimeout(run, 200);
  });
}

/** Renders additional data from the service. */
function renderAdditionalFacts(facts: readonly Fact[], texts: ReportTexts): PageTemplate {
  if (facts.length === 0) return nothing;
  return html`<section class="others" aria-labelledby="others">
    <h2 id="others">${texts.additionalData}</h2>${renderFacts(facts)}
  </section>`;
}

/** Scrolls to a heading, and focuses it. */
function focusHeading(id: string): void {
  const heading = document.getElementById(id);
  heading?.scrollIntoView({ block: 'center' });
  heading?.focus({ preventScroll: true });
}
