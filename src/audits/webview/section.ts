import { live } from 'lit/directives/live.js';
import { html } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { icon, type PageTemplate } from '../../editor/webview/templates.ts';
import { toggleItem } from '../../editor/webview/toggleItem.ts';
import type { ReportTexts } from '../pageTexts.ts';
import type { ReportSection } from '../report/reportSchema.ts';
import type { ReportPage } from '../reportProtocol.ts';
import { renderCheck } from './check.ts';
import { checkKindIcons, renderText } from './parts.ts';
import type { ReportViewState } from './viewState.ts';

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
  /** Saves whether the user expanded a section or a category. */
  readonly saveFolding: (key: string, isOpen: boolean) => void;
}

/** Returns the key of a category in the view state. */
const getCategoryKey = (section: ReportSection, category: string): string => `${section.kind}/${category}`;

/** Returns the change of the view state that expands or collapses all sections and categories. */
export function foldAll(sections: readonly ReportSection[], isExpanded: boolean): Partial<ReportViewState> {
  if (isExpanded) return { closed: [], isPassedOpen: true };
  const closed = sections.flatMap((section) => [
    section.kind,
    ...section.categories.map(({ name }) => getCategoryKey(section, name)),
  ]);
  return { closed, isPassedOpen: false, filter: '' };
}

/** Returns the change of the view state that makes a check visible. */
export function makeCheckVisible(
  sections: readonly ReportSection[],
  { closed, hiddenKinds, isPassedOpen }: ReportViewState,
  index: number,
): Partial<ReportViewState> {
  const hasCheck = ({ checks }: ReportCategory): boolean => checks.some((check) => check.index === index);
  const section = sections.find(({ categories }) => categories.some(hasCheck));
  const category = section?.categories.find(hasCheck);
  if (!section || !category) return {};
  const keys: readonly string[] = [section.kind, getCategoryKey(section, category.name)];
  return {
    filter: '',
    hiddenKinds: hiddenKinds.filter((kind) => kind !== section.kind),
    closed: closed.filter((key) => !keys.includes(key)),
    isPassedOpen: isPassedOpen || section.kind === 'pass',
  };
}

/**
 * Renders the visible checks of a section. While the filter has a text, all sections and categories are expanded. Passed
 * checks are collapsed until the user expands them.
 */
export function renderSection(section: ReportSection, options: SectionOptions): PageTemplate {
  const { kind, title, categories } = section;
  const { filter, isPassedOpen, closed } = options.viewState;
  const count = categories.reduce((sum, category) => sum + countVisible(category, options), 0);
  const isOpen = kind === 'pass' ? isPassedOpen : !closed.includes(kind);
  // A check below a category would look like one of its checks, so either all categories have headings or none has.
  const hasHeadings = categories.some(({ checks }) => checks.length > 1);
  return html`<section class="kind ${kind}" aria-labelledby="kind-${kind}" ?hidden=${count === 0}>
    <details class="section" .open=${live(filter.trim() !== '' || isOpen)}>
      <summary data-key="section-${kind}" @click=${(event: Event) => options.saveFolding(kind, !isParentOpen(event))}>${icon('chevron-right')}
        <h2 id="kind-${kind}">${icon(checkKindIcons[kind])}${title}</h2></summary>
      ${categories.map((category) => renderCategory(category, getCategoryKey(section, category.name), { ...options, hasHeadings }))}
    </details>
  </section>`;
}

/**
 * Whether the `details` element of a clicked `summary` element is open. While the click is handled, it has its old state.
 * The event `toggle` isn't used, because it also occurs if the filter expands a category.
 */
const isParentOpen = ({ currentTarget }: Event): boolean =>
  (currentTarget as HTMLElement).closest('details')?.open === true;

const countVisible = ({ checks }: ReportCategory, { visibleIndexes }: SectionOptions): number =>
  checks.filter(({ index }) => visibleIndexes.has(index)).length;

/** Renders the checks of a category. Without a heading, the row of each check has the name of the category. */
function renderCategory(
  category: ReportCategory,
  key: string,
  { hasHeadings, ...options }: SectionOptions & { readonly hasHeadings: boolean },
): PageTemplate {
  const { texts, viewState, visibleIndexes, toolCheckIndexes, firstMatch, pattern, post } = options;
  const { changeViewState, saveFolding } = options;
  const { closed, filter, open } = viewState;
  const count = countVisible(category, options);
  const isOpen = filter.trim() !== '' || !closed.includes(key);
  const renderItem = (check: ReportCategory['checks'][number]): PageTemplate =>
    renderCheck(check, {
      texts,
      category: hasHeadings ? undefined : category.name,
      isAboutTool: toolCheckIndexes.has(check.index),
      isShown: visibleIndexes.has(check.index),
      isFirstMatch: check.index === firstMatch,
      pattern,
      isExpanded: open.includes(check.index),
      post,
      toggleExpanded: () => changeViewState({ open: toggleItem(open, check.index) }),
    });
  if (!hasHeadings) return html`${category.checks.map(renderItem)}`;
  return html`<details class="category" .open=${live(isOpen)} ?hidden=${count === 0}>
    <summary data-key="category-${key}" @click=${(event: Event) => saveFolding(key, !isParentOpen(event))}>${icon('chevron-right')}
      <h3><span dir="auto">${renderText(category.name, pattern)}</span><span class="count">${count}</span></h3></summary>
    ${category.checks.map(renderItem)}
  </details>`;
}
