import { live } from 'lit/directives/live.js';
import { html, nothing, render } from 'lit/html.js';
import type { PageHandlers, PageHost } from '../../editor/webview/connect.ts';
import { createWordMatcher } from '../../editor/webview/filterByWords.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import type { PageStart } from '../../editor/webview/protocol.ts';
import {
  button,
  icon,
  type PageTemplate,
  renderKeepingFocus,
  textSpan,
} from '../../editor/webview/templates.ts';
import type { CheckKind } from '../report/checkKinds.ts';
import type { ReportCheck, ReportSection } from '../report/reportSchema.ts';
import type { ReportPage, ReportState } from '../reportProtocol.ts';
import { renderCheck } from './check.ts';
import { renderFilterBar } from './filterBar.ts';
import { renderReportHead } from './head.ts';
import { renderReadiness, renderReportComparison } from './overview.ts';
import { checkKindIcons, renderFacts } from './parts.ts';
import { createScreenshotsPart } from './screenshots.ts';
import { parseViewState, type ReportViewState } from './viewState.ts';

/** Creates the report page. */
export function createPage(
  app: HTMLElement,
  { strings, state: first }: PageStart<ReportPage>,
  { post, request, savedState, save }: PageHost<ReportPage>,
): PageHandlers<ReportPage> {
  /** The view state, which the editor keeps. */
  let look = parseViewState(savedState);
  let state = first;
  /** The searched text of each check, by its index. */
  let texts = indexSearchTexts(state);

  function change(changes: Partial<ReportViewState>): void {
    keep(changes);
    draw();
  }

  function keep(changes: Partial<ReportViewState>): void {
    look = { ...look, ...changes };
    save({ ...look, identity: state.identity });
  }

  const picturesPart = createScreenshotsPart({
    strings,
    draw: () => draw(),
    ask: (platform) => request('picture', { platform }),
    save: (platform) => post({ kind: 'savePicture', platform }),
  });
  const keyOf = (section: ReportSection, name: string): string => `${section.kind}/${name}`;
  const without = <One>(all: readonly One[], one: One): readonly One[] =>
    all.filter((other) => other !== one);
  /** Adds or removes an item. */
  const switched = <One>(all: readonly One[], one: One): readonly One[] =>
    all.includes(one) ? without(all, one) : [...all, one];

  function expandAll(isOpen: boolean): void {
    const keys = state.view.sections.flatMap((one) => one.categories.map(({ name }) => keyOf(one, name)));
    change(isOpen ? { closed: [] } : { closed: keys, filter: '' });
  }

  /** Scrolls to a check after making it visible. */
  function showCheck(index: number): void {
    for (const section of state.view.sections) {
      const category = section.categories.find(({ checks }) => checks.some((check) => check.index === index));
      if (!category) continue;
      const closed = without(look.closed, keyOf(section, category.name));
      change({ filter: '', hiddenKinds: without(look.hiddenKinds, section.kind), closed });
      focusHeading(`check-${index}`);
    }
  }

  /** Renders the filtered checks of a section. All categories are open while the text filter is used. */
  function sectionPart(section: ReportSection, shown: ReadonlySet<number>): PageTemplate {
    const { kind, title, categories } = section;
    const aboutTools = new Set(state.toolCheckIndexes);
    const isLooking = look.filter.trim() !== '';
    let inSection = 0;
    const parts = categories.map(({ name, checks }) => {
      const key = keyOf(section, name);
      const inIt = checks.filter(({ index }) => shown.has(index)).length;
      inSection += inIt;
      // Only clicks change the state, because a filter also opens categories.
      const toggled = ({ currentTarget }: Event): void => {
        const isOpen = (currentTarget as HTMLElement).closest('details')?.open === false;
        const others = without(look.closed, key);
        keep({ closed: isOpen ? others : [...others, key] });
      };
      return html`<details class="category" .open=${live(isLooking || !look.closed.includes(key))} ?hidden=${inIt === 0}>
        <summary data-key="category-${key}" @click=${toggled}>${icon('chevron-right')}
          <h3>${textSpan(name)}<span class="count">${inIt}</span></h3></summary>
        ${checks.map((check) =>
          renderCheck(check, {
            strings,
            isAboutTool: aboutTools.has(check.index),
            isShown: shown.has(check.index),
            isOpen: look.open.includes(check.index),
            find: () => post({ kind: 'findInWorkspace', index: check.index }),
            toggle: () => change({ open: switched(look.open, check.index) }),
          }),
        )}
      </details>`;
    });
    return html`<section class="kind ${kind}" aria-labelledby="kind-${kind}" ?hidden=${inSection === 0}>
      <h2 id="kind-${kind}">${icon(checkKindIcons[kind])}${title}<span class="count">${inSection}</span></h2>${parts}
    </section>`;
  }

  function draw(): void {
    const { view } = state;
    const isShown = createCheckMatcher(look.filter, look.hiddenKinds);
    const checks = view.sections.flatMap(({ categories }) => categories.flatMap((one) => one.checks));
    const found = checks.filter(({ index, kind }) => isShown(kind, texts.get(index) ?? ''));
    const shown = new Set(found.map(({ index }) => index));
    const bar = {
      strings,
      sections: view.sections,
      filter: look.filter,
      off: look.hiddenKinds,
      expandAll,
      shown: formatText(strings.shown, shown.size, view.checks),
      setFilter: (filter: string) => change({ filter }),
      toggle: (kind: ReportSection['kind']) => change({ hiddenKinds: switched(look.hiddenKinds, kind) }),
    };
    const page = html`${renderReportHead(state, strings, post, () => focusHeading('comparison'))}
      <main>
        ${renderReadiness(view, strings, showCheck)}${renderReportComparison(view, strings, showCheck)}${picturesPart(view.screenshots)}
        ${view.checks === 0 ? nothing : renderFilterBar(bar)}${view.sections.map((one) => sectionPart(one, shown))}
        <div class="none" ?hidden=${shown.size > 0 || view.checks === 0}>
          <p>${strings.noneShown}</p>
          ${button(strings.clearFilters, {}, () => change({ filter: '', hiddenKinds: [] }))}
        </div>
        ${
          view.others.length === 0
            ? nothing
            : html`<section class="others" aria-labelledby="others">
                <h2 id="others">${strings.more}</h2>${renderFacts(view.others)}
              </section>`
        }
      </main>`;
    renderKeepingFocus(app, 'h1', () => render(page, app));
  }

  let scrolled: ReturnType<typeof setTimeout> | undefined;
  window.addEventListener('scroll', () => {
    clearTimeout(scrolled);
    scrolled = setTimeout(() => keep({ scroll: window.scrollY }), 200);
  });
  const { scroll } = look;
  change({});
  window.scrollTo(0, scroll);

  return {
    state(next) {
      state = next;
      texts = indexSearchTexts(state);
      change({});
    },
  };
}

function indexSearchTexts({ view }: ReportState): ReadonlyMap<number, string> {
  const categories = view.sections.flatMap((section) => section.categories);
  return new Map(
    categories.flatMap(({ name, checks }) =>
      checks.map((check) => [check.index, getSearchText(check, name)] as const),
    ),
  );
}

/** Returns all texts of a check that the filter searches, in lowercase. */
function getSearchText(check: ReportCheck, category: string): string {
  const { name, id, message, description, skipReason, hint, unknown, platforms, details, others } = check;
  const facts = [...details, ...others].flatMap(({ label, value }) => [label, value]);
  return [category, name, id, message, description, skipReason, hint, unknown, ...platforms, ...facts]
    .filter((text) => text !== undefined)
    .join('\n')
    .toLowerCase();
}

/**
 * Creates a function that returns whether a check is shown: its kind is visible, and it contains all words of the
 * filter.
 */
function createCheckMatcher(
  filter: string,
  off: readonly CheckKind[],
): (kind: CheckKind, text: string) => boolean {
  const hasAll = createWordMatcher(filter);
  return (kind, text) => !off.includes(kind) && hasAll(text);
}

/** Scrolls to a heading, and focuses it. */
function focusHeading(id: string): void {
  const heading = document.getElementById(id);
  heading?.scrollIntoView({ block: 'center' });
  heading?.focus({ preventScroll: true });
}
