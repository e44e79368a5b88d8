import { html, nothing, render } from 'lit/html.js';
import type { PageHandlers, PageHost } from '../../editor/webview/connect.ts';
import { createWordMatcher } from '../../editor/webview/filterByWords.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import type { PageStart } from '../../editor/webview/protocol.ts';
import { button, type PageTemplate, renderKeepingFocus } from '../../editor/webview/templates.ts';
import type { ReportTexts } from '../pageTexts.ts';
import type { CheckKind } from '../report/checkKinds.ts';
import type { Fact, ReportCheck, ReportSection } from '../report/reportSchema.ts';
import type { ReportPage, ReportState } from '../reportProtocol.ts';
import { renderFilterBar } from './filterBar.ts';
import { renderReportHead } from './head.ts';
import { renderReadiness, renderReportComparison } from './overview.ts';
import { renderFacts } from './parts.ts';
import { createScreenshotsPart } from './screenshots.ts';
import { getCategoryKey, renderSection } from './section.ts';
import {
  parseViewState,
  type ReportViewState,
  serializeViewState,
  toggleItem,
  withoutItem,
} from './viewState.ts';

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

  function setAllExpanded(isExpanded: boolean): void {
    const keys = state.view.sections.flatMap((section) =>
      section.categories.map(({ name }) => getCategoryKey(section, name)),
    );
    changeViewState(isExpanded ? { closed: [] } : { closed: keys, filter: '' });
  }

  /** Makes a check visible, and focuses it. */
  function showCheck(index: number): void {
    for (const section of state.view.sections) {
      const category = section.categories.find(({ checks }) => checks.some((check) => check.index === index));
      if (!category) continue;
      const closed = withoutItem(viewState.closed, getCategoryKey(section, category.name));
      changeViewState({ filter: '', hiddenKinds: withoutItem(viewState.hiddenKinds, section.kind), closed });
      focusHeading(`check-${index}`);
    }
  }

  function draw(): void {
    const { view } = state;
    const isVisible = createCheckMatcher(viewState.filter, viewState.hiddenKinds);
    const checks = view.sections.flatMap(({ categories }) =>
      categories.flatMap((category) => category.checks),
    );
    const visibleChecks = checks.filter(({ index, kind }) => isVisible(kind, searchTexts.get(index) ?? ''));
    const visibleIndexes = new Set(visibleChecks.map(({ index }) => index));
    const filterBarOptions = {
      texts,
      sections: view.sections,
      filter: viewState.filter,
      hiddenKinds: viewState.hiddenKinds,
      setAllExpanded,
      countText: formatText(texts.visibleCount, visibleIndexes.size, view.checkCount),
      setFilter: (filter: string) => changeViewState({ filter }),
      toggleKind: (kind: ReportSection['kind']) =>
        changeViewState({ hiddenKinds: toggleItem(viewState.hiddenKinds, kind) }),
    };
    const sectionOptions = {
      texts,
      viewState,
      visibleIndexes,
      toolCheckIndexes: new Set(state.toolCheckIndexes),
      post,
      changeViewState,
      changeWithoutRedraw,
    };
    const page = html`${renderReportHead(state, texts, post, () => focusHeading('comparison'))}
      <main>
        ${renderReadiness(view, texts, showCheck)}${renderReportComparison(view, texts, showCheck)}${renderScreenshots(view.screenshots)}
        ${view.checkCount === 0 ? nothing : renderFilterBar(filterBarOptions)}${view.sections.map((section) => renderSection(section, sectionOptions))}
        <div class="none" ?hidden=${visibleIndexes.size > 0 || view.checkCount === 0}>
          <p>${texts.noVisibleChecks}</p>
          ${button(texts.clearFilters, {}, () => changeViewState({ filter: '', hiddenKinds: [] }))}
        </div>
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

function indexSearchTexts({ view }: ReportState): ReadonlyMap<number, string> {
  const categories = view.sections.flatMap((section) => section.categories);
  return new Map(
    categories.flatMap(({ name, checks }) =>
      checks.map((check) => [check.index, getSearchText(check, name)] as const),
    ),
  );
}

/** Returns the text of a check that the filter searches, in lowercase. */
function getSearchText(check: ReportCheck, category: string): string {
  const {
    name,
    id,
    message,
    description,
    skipReason,
    hint,
    unknownValues,
    platforms,
    details,
    additionalFacts,
  } = check;
  const facts = [...details, ...additionalFacts].flatMap(({ label, value }) => [label, value]);
  return [category, name, id, message, description, skipReason, hint, unknownValues, ...platforms, ...facts]
    .filter((text) => text !== undefined)
    .join('\n')
    .toLowerCase();
}

/**
 * Creates a function that returns whether a check is visible: its kind isn't hidden, and its text contains all words of
 * the filter.
 */
function createCheckMatcher(
  filter: string,
  hiddenKinds: readonly CheckKind[],
): (kind: CheckKind, text: string) => boolean {
  const matchesFilter = createWordMatcher(filter);
  return (kind, text) => !hiddenKinds.includes(kind) && matchesFilter(text);
}

/** Scrolls to a heading, and focuses it. */
function focusHeading(id: string): void {
  const heading = document.getElementById(id);
  heading?.scrollIntoView({ block: 'center' });
  heading?.focus({ preventScroll: true });
}
