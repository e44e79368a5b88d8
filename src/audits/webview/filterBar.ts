import { live } from 'lit/directives/live.js';
import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { button, icon, type PageTemplate, toolButton } from '../../editor/webview/templates.ts';
import type { ReportTexts } from '../pageTexts.ts';
import type { CheckKind } from '../report/checkKinds.ts';
import type { ReportSection } from '../report/reportSchema.ts';
import { checkKindIcons } from './parts.ts';

interface FilterBarOptions {
  readonly texts: ReportTexts;
  readonly sections: readonly ReportSection[];
  readonly filter: string;
  readonly hiddenKinds: readonly CheckKind[];
  readonly checkCount: number;
  readonly visibleCount: number;
  /** The numbers of checks that match the text filter, by their kind. Kinds without such checks are missing. */
  readonly matchCounts: Readonly<Partial<Record<CheckKind, number>>>;
  setFilter(filter: string): void;
  /** Shows or hides the checks of a kind. */
  toggleKind(kind: CheckKind): void;
  /** Shows all checks. */
  clearFilters(): void;
  /** Expands or collapses all categories. */
  setAllExpanded(isExpanded: boolean): void;
  /** Focuses the first check that matches the filter. */
  focusFirstMatch(): void;
}

/** Renders the bar with the kinds of checks and the text filter, and the number of hidden checks. */
export function renderFilterBar({
  texts,
  sections,
  filter,
  hiddenKinds,
  checkCount,
  visibleCount,
  matchCounts,
  ...actions
}: FilterBarOptions): PageTemplate {
  const focusInput = (event: Event): void =>
    (event.currentTarget as HTMLElement).closest('.filter-bar')?.querySelector('input')?.focus();
  const clearText = (event: Event): void => {
    focusInput(event);
    actions.setFilter('');
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') actions.focusFirstMatch();
    if (event.key !== 'Escape' || filter === '') return;
    event.preventDefault();
    clearText(event);
  };
  const hiddenCount = checkCount - visibleCount;
  const clearFilters = (event: Event): void => {
    focusInput(event);
    actions.clearFilters();
  };
  return html`<div class="filter-bar" role="search">
    <div class="toggles" role="group" aria-label=${texts.showKinds}>${sections.map(({ kind, count }) => {
      const isShown = !hiddenKinds.includes(kind);
      const matchCount = matchCounts[kind] ?? 0;
      return html`<button type="button" class="tool toggle ${kind}" data-key="toggle-${kind}" aria-pressed=${isShown}
          @click=${() => actions.toggleKind(kind)}>${icon(isShown ? checkKindIcons[kind] : 'eye-closed')}<span>${texts.kinds[kind]}</span><span class="count">${
            matchCount === count ? count : formatText(texts.matchCount, matchCount, count)
          }</span></button>`;
    })}</div>
    <div class="filter-tools"><div class="filter box">${icon('filter')}<input type="text" placeholder=${texts.filter} aria-label=${texts.filter}
        data-key="filter" spellcheck="false" .value=${live(filter)} @keydown=${onKey}
        @input=${({ target }: Event) => actions.setFilter((target as HTMLInputElement).value)}>${
          filter === '' ? nothing : toolButton(texts.clearFilter, 'close', clearText)
        }</div>
    <div class="folding">${toolButton(texts.expandAll, 'expand-all', () => actions.setAllExpanded(true))}${toolButton(
      texts.collapseAll,
      'collapse-all',
      () => actions.setAllExpanded(false),
    )}</div></div>
    <div class="hidden-checks"><p class="shown" role="status">${
      hiddenCount === 0 ? '' : formatText(texts.hiddenCount, hiddenCount, checkCount)
    }</p>${
      hiddenCount === 0
        ? nothing
        : button(texts.clearFilters, { className: 'link', key: 'clear-filters' }, clearFilters)
    }</div>
  </div>`;
}
