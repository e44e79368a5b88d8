import { live } from 'lit/directives/live.js';
import { html, nothing } from 'lit/html.js';
import { icon, type PageTemplate, toolButton } from '../../editor/webview/templates.ts';
import type { ReportTexts } from '../pageTexts.ts';
import type { CheckKind } from '../report/checkKinds.ts';
import type { ReportSection } from '../report/reportSchema.ts';
import { checkKindIcons } from './parts.ts';

interface FilterBarOptions {
  readonly texts: ReportTexts;
  readonly sections: readonly ReportSection[];
  readonly filter: string;
  readonly hiddenKinds: readonly CheckKind[];
  /** The text with the number of visible checks. */
  readonly countText: string;
  setFilter(filter: string): void;
  /** Shows or hides the checks of a kind. */
  toggleKind(kind: CheckKind): void;
  /** Expands or collapses all categories. */
  setAllExpanded(isExpanded: boolean): void;
}

/** Renders the bar with the kinds of checks and the text filter. */
export function renderFilterBar({
  texts,
  sections,
  filter,
  hiddenKinds,
  countText,
  ...actions
}: FilterBarOptions): PageTemplate {
  const clearFilter = (event: Event): void => {
    const input = (event.currentTarget as HTMLElement).closest('.filter')?.querySelector('input');
    actions.setFilter('');
    input?.focus();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || filter === '') return;
    event.preventDefault();
    clearFilter(event);
  };
  return html`<div class="filter-bar" role="search">
    <div class="toggles" role="group" aria-label=${texts.showKinds}>${sections.map(
      ({ kind, count }) =>
        html`<button type="button" class="tool toggle ${kind}" data-key="toggle-${kind}" aria-pressed=${!hiddenKinds.includes(kind)}
          @click=${() => actions.toggleKind(kind)}>${icon(checkKindIcons[kind])}${texts.kinds[kind]}<span
            class="count">${count}</span></button>`,
    )}</div>
    <div class="filter box">${icon('filter')}<input type="text" placeholder=${texts.filter} aria-label=${texts.filter}
        data-key="filter" spellcheck="false" .value=${live(filter)} @keydown=${onKey}
        @input=${({ target }: Event) => actions.setFilter((target as HTMLInputElement).value)}>${
          filter === '' ? nothing : toolButton(texts.clearFilter, 'close', clearFilter)
        }</div>
    <div class="folding">${toolButton(texts.expandAll, 'expand-all', () => actions.setAllExpanded(true))}${toolButton(
      texts.collapseAll,
      'collapse-all',
      () => actions.setAllExpanded(false),
    )}</div>
    <p class="shown" role="status">${countText}</p>
  </div>`;
}
