import { live } from 'lit/directives/live.js';
import { html, nothing } from 'lit/html.js';
import { icon, type PageTemplate, toolButton } from '../../editor/webview/templates.ts';
import type { ReportTexts } from '../pageTexts.ts';
import type { CheckKind } from '../report/checkKinds.ts';
import type { ReportSection } from '../report/reportSchema.ts';
import { checkKindIcons } from './parts.ts';

interface FilterBarOptions {
  readonly strings: ReportTexts;
  readonly sections: readonly ReportSection[];
  readonly filter: string;
  readonly hiddenKinds: readonly CheckKind[];
  /** The text with the number of shown checks. */
  readonly shown: string;
  setFilter(filter: string): void;
  toggle(kind: CheckKind): void;
  expandAll(isOpen: boolean): void;
}

/** Renders the bar with the kinds of checks and the text filter. */
export function renderFilterBar({
  strings,
  sections,
  filter,
  hiddenKinds,
  shown,
  ...actions
}: FilterBarOptions): PageTemplate {
  const empty = (event: Event): void => {
    const input = (event.currentTarget as HTMLElement).closest('.filter')?.querySelector('input');
    actions.setFilter('');
    input?.focus();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || filter === '') return;
    event.preventDefault();
    empty(event);
  };
  return html`<div class="filter-bar" role="search">
    <div class="toggles" role="group" aria-label=${strings.showKinds}>${sections.map(
      ({ kind, count }) =>
        html`<button type="button" class="tool toggle ${kind}" data-key="toggle-${kind}" aria-pressed=${!hiddenKinds.includes(kind)}
          @click=${() => actions.toggle(kind)}>${icon(checkKindIcons[kind])}${strings.kinds[kind]}<span
            class="count">${count}</span></button>`,
    )}</div>
    <div class="filter box">${icon('filter')}<input type="text" placeholder=${strings.filter} aria-label=${strings.filter}
        data-key="filter" spellcheck="false" .value=${live(filter)} @keydown=${onKey}
        @input=${({ target }: Event) => actions.setFilter((target as HTMLInputElement).value)}>${
          filter === '' ? nothing : toolButton(strings.clearFilter, 'close', empty)
        }</div>
    <div class="folding">${toolButton(strings.expandAll, 'expand-all', () => actions.expandAll(true))}${toolButton(
      strings.collapseAll,
      'collapse-all',
      () => actions.expandAll(false),
    )}</div>
    <p class="shown" role="status">${shown}</p>
  </div>`;
}
