import { live } from 'lit/directives/live.js';
import { html } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import type { ReportTexts } from '../pageTexts.ts';
import type { ReportSection } from '../report/reportSchema.ts';
import type { ReportPage } from '../reportProtocol.ts';
import { renderCheck } from './check.ts';
import { checkKindIcons } from './parts.ts';
import { type ReportViewState, toggleItem, withoutItem } from './viewState.ts';

type ReportCategory = ReportSection['categories'][number];

interface SectionOptions {
  readonly texts: ReportTexts;
  readonly viewState: ReportViewState;
  /** The indexes of the checks that the filter and the hidden kinds leave visible. */
  readonly visibleIndexes: ReadonlySet<number>;
  /** The indexes of the checks that might be about a tool. */
  readonly toolCheckIndexes: ReadonlySet<number>;
  /** The index of the first check that matches the filter. */
  readonly firstMatch: number | undefined;
  /** Matches the words of the filter. */
  readonly pattern: RegExp | undefined;
  readonly post: PageHost<ReportPage>['post'];
  /** Changes the view state, and redraws the page. */
  readonly changeViewState: (changes: Partial<ReportViewState>) => void;
  /** Changes the view state without redrawing the page. */
  readonly changeWithoutRedraw: (changes: Partial<ReportViewState>) => void;
}

/** Returns the key of a category in the view state. */
export const getCategoryKey = (section: ReportSection, category: string): string =>
  `${section.kind}/${category}`;

export const listCategoryKeys = (sections: readonly ReportSection[]): readonly string[] =>
  sections.flatMap((section) => section.categories.map(({ name }) => getCategoryKey(section, name)));

/**
 * Renders the visible checks of a section. While the filter has a text, all categories are expanded. Passed checks are
 * collapsed until the user expands them.
 */
export function renderSection(section: ReportSection, options: SectionOptions): PageTemplate {
  const { kind, title, categories } = section;
  const { filter, isPassedOpen } = options.viewState;
  const count = categories.reduce((sum, category) => sum + countVisible(category, options), 0);
  const heading = html`<h2 id="kind-${kind}">${icon(checkKindIcons[kind])}${title}</h2>`;
  const content = categories.map((category) =>
    renderCategory(category, getCategoryKey(section, category.name), options),
  );
  const onClick = ({ currentTarget }: Event): void =>
    options.changeWithoutRedraw({ isPassedOpen: !isParentOpen(currentTarget) });
  return html`<section class="kind ${kind}" aria-labelledby="kind-${kind}" ?hidden=${count === 0}>${
    kind === 'pass'
      ? html`<details .open=${live(filter.trim() !== '' || isPassedOpen)}>
          <summary data-key="passed" @click=${onClick}>${icon('chevron-right')}${heading}</summary>${content}
        </details>`
      : [heading, content]
  }</section>`;
}

/** Whether the `details` element of a `summary` element is open. While a click is handled, it has its old state. */
const isParentOpen = (summary: EventTarget | null): boolean =>
  (summary as HTMLElement).closest('details')?.open === true;

const countVisible = ({ checks }: ReportCategory, { visibleIndexes }: SectionOptions): number =>
  checks.filter(({ index }) => visibleIndexes.has(index)).length;

function renderCategory(category: ReportCategory, key: string, options: SectionOptions): PageTemplate {
  const { texts, viewState, visibleIndexes, toolCheckIndexes, firstMatch, pattern, post } = options;
  const { changeViewState, changeWithoutRedraw } = options;
  const { closed, filter, open } = viewState;
  const count = countVisible(category, options);
  // Handles clicks and not the event `toggle`, which also occurs if the filter expands a category.
  const onClick = ({ currentTarget }: Event): void => {
    const otherKeys = withoutItem(closed, key);
    changeWithoutRedraw({ closed: isParentOpen(currentTarget) ? [...otherKeys, key] : otherKeys });
  };
  const isOpen = filter.trim() !== '' || !closed.includes(key);
  const renderItem = (check: ReportCategory['checks'][number]): PageTemplate =>
    renderCheck(check, {
      texts,
      category: category.checks.length === 1 ? category.name : undefined,
      isAboutTool: toolCheckIndexes.has(check.index),
      isShown: visibleIndexes.has(check.index),
      isFirstMatch: check.index === firstMatch,
      pattern,
      isExpanded: open.includes(check.index),
      post,
      toggleExpanded: () => changeViewState({ open: toggleItem(open, check.index) }),
    });
  // The row of a single check has the name of its category.
  if (category.checks.length === 1) return html`${category.checks.map(renderItem)}`;
  return html`<details class="category" .open=${live(isOpen)} ?hidden=${count === 0}>
    <summary data-key="category-${key}" @click=${onClick}>${icon('chevron-right')}
      <h3>${textSpan(category.name)}<span class="count">${count}</span></h3></summary>
    ${category.checks.map(renderItem)}
  </details>`;
}
