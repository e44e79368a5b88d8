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
  readonly strings: ReportTexts;
  readonly viewState: ReportViewState;
  /** Indexes of the checks that pass the filter. */
  readonly shown: ReadonlySet<number>;
  /** Indexes of the checks that might be about a tool. */
  readonly toolCheckIndexes: ReadonlySet<number>;
  readonly post: PageHost<ReportPage>['post'];
  /** Changes the view state, and redraws the page. */
  readonly change: (changes: Partial<ReportViewState>) => void;
  /** Changes the view state without redrawing the page. */
  readonly keep: (changes: Partial<ReportViewState>) => void;
}

/** Returns the key of a category, by which the view state stores that it's collapsed. */
export const getCategoryKey = (section: ReportSection, category: string): string =>
  `${section.kind}/${category}`;

/** Renders the filtered checks of a section. All categories are open while the text filter is used. */
export function renderSection(section: ReportSection, options: SectionOptions): PageTemplate {
  const { kind, title, categories } = section;
  const count = categories.reduce((sum, category) => sum + countShown(category, options), 0);
  return html`<section class="kind ${kind}" aria-labelledby="kind-${kind}" ?hidden=${count === 0}>
    <h2 id="kind-${kind}">${icon(checkKindIcons[kind])}${title}<span class="count">${count}</span></h2>${categories.map(
      (category) => renderCategory(category, getCategoryKey(section, category.name), options),
    )}
  </section>`;
}

const countShown = ({ checks }: ReportCategory, { shown }: SectionOptions): number =>
  checks.filter(({ index }) => shown.has(index)).length;

function renderCategory(category: ReportCategory, key: string, options: SectionOptions): PageTemplate {
  const { strings, viewState, shown, toolCheckIndexes, post, change, keep } = options;
  const { closed, filter, open } = viewState;
  const count = countShown(category, options);
  // Only clicks change the state, because a filter also opens categories.
  const onClick = ({ currentTarget }: Event): void => {
    const willOpen = (currentTarget as HTMLElement).closest('details')?.open === false;
    const others = withoutItem(closed, key);
    keep({ closed: willOpen ? others : [...others, key] });
  };
  const isOpen = filter.trim() !== '' || !closed.includes(key);
  return html`<details class="category" .open=${live(isOpen)} ?hidden=${count === 0}>
    <summary data-key="category-${key}" @click=${onClick}>${icon('chevron-right')}
      <h3>${textSpan(category.name)}<span class="count">${count}</span></h3></summary>
    ${category.checks.map((check) =>
      renderCheck(check, {
        texts: strings,
        isAboutTool: toolCheckIndexes.has(check.index),
        isShown: shown.has(check.index),
        isOpen: open.includes(check.index),
        find: () => post({ kind: 'findInWorkspace', index: check.index }),
        toggle: () => change({ open: toggleItem(open, check.index) }),
      }),
    )}
  </details>`;
}
