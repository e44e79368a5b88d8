import { live } from 'lit/directives/live.js';
import { html, nothing } from 'lit/html.js';
import { createWordMatcher } from '../../editor/webview/filterByWords.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type { InspectorItem, ItemGroup } from '../pageSchemas.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import { serverIcon } from './serverIcon.ts';

interface ListingView {
  readonly texts: InspectorTexts;
  readonly groups: readonly ItemGroup[];
  /** Whether the lists were read. Before that, empty groups have no note. */
  readonly areListsLoaded: boolean;
  readonly filter: string;
  readonly selected: string | undefined;
  /** Keys of resources with an update since the user last selected them. */
  readonly changedKeys: ReadonlySet<string>;
  /** Separates the listing from the selected item. */
  readonly sash: PageTemplate;
  setFilter(filter: string): void;
  select(key: string): void;
  showOverview(): void;
}

export const itemKindIcons = {
  tool: 'tools',
  resource: 'file',
  template: 'file-code',
  prompt: 'comment',
} as const;

/** Draws the items that the server lists. Arrow keys move the focus. */
export function listingPart({
  texts,
  groups,
  areListsLoaded,
  filter,
  selected,
  changedKeys,
  sash,
  setFilter,
  select,
  showOverview,
}: ListingView): PageTemplate {
  const matches = createWordMatcher(filter);
  const filteredGroups = groups.map((group) => ({
    ...group,
    matchingItems: group.items.filter((item) => matches(getSearchableText(item))),
  }));
  const hasNoMatch =
    filter.trim() !== '' && filteredGroups.every(({ matchingItems }) => matchingItems.length === 0);
  const onFilterKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && filter !== '') setFilter('');
    if (event.key === 'ArrowDown') focusListItem(event, 1);
  };
  return html`<nav class="listing" aria-label=${texts.listing} @keydown=${onListKey}><div class="listing-items">
    <div class="filter">${icon('filter')}<input type="text" data-key="filter" placeholder=${texts.filter}
      aria-label=${texts.filter} spellcheck="false" .value=${live(filter)} @keydown=${onFilterKey}
      @input=${({ target }: Event) => setFilter((target as HTMLInputElement).value)}></div>
    ${filter.trim() === '' && areListsLoaded ? overviewRow(texts, selected === undefined, showOverview) : nothing}
    ${hasNoMatch ? html`<p class="quiet">${texts.noItemMatches}</p>` : nothing}
    ${filteredGroups.map(({ kind, title, items, matchingItems, failure, omittedCount = 0 }) => {
      if (filter.trim() !== '' && matchingItems.length === 0) return nothing;
      return html`<section aria-labelledby="group-${kind}">
        <h2 id="group-${kind}">${title}${areListsLoaded ? html`<span class="count">${matchingItems.length}</span>` : nothing}</h2>
        ${failure === undefined ? nothing : html`<p class="iconed">${icon('error', 'bad')}${textSpan(failure)}</p>`}
        ${areListsLoaded && items.length === 0 && failure === undefined ? html`<p class="quiet">${texts.emptyList}</p>` : nothing}
        ${omittedCount === 0 ? nothing : html`<p class="quiet">${formatText(texts.omittedItems, omittedCount)}</p>`}
        <ul>${matchingItems.map((item) => itemPart(item, { texts, isSelected: item.key === selected, isChanged: changedKeys.has(item.key), select: () => select(item.key) }))}</ul>
      </section>`;
    })}
  </div>${sash}</nav>`;
}

const overviewRow = (texts: InspectorTexts, isSelected: boolean, select: () => void): PageTemplate =>
  html`<button type="button" class="item" data-key="overview" aria-current=${isSelected ? 'true' : 'false'}
    @click=${select}>${icon('server')}<span class="names">${texts.overview}</span></button>`;

interface ListedItemView {
  readonly texts: InspectorTexts;
  readonly isSelected: boolean;
  readonly isChanged: boolean;
  select(): void;
}

function itemPart(
  item: InspectorItem,
  { texts, isSelected, isChanged, select }: ListedItemView,
): PageTemplate {
  const { key, kind, name, description, lintIssues } = item;
  const errorCount = lintIssues.filter(({ severity }) => severity === 'error').length;
  const errorLabel = errorCount === 1 ? texts.oneLintError : formatText(texts.lintErrorCount, errorCount);
  const title = getItemTitle(item);
  const summary = title === undefined ? description?.trim().split('\n', 1)[0] : undefined;
  return html`<li><button type="button" class="item" data-key=${key} aria-current=${isSelected ? 'true' : 'false'}
    title=${toVisibleText(description ?? '')} @click=${select}>${item.icon ? serverIcon(item.icon) : icon(itemKindIcons[kind])}
    <span class="names" dir="auto">${toVisibleText(name)}${
      title === undefined ? nothing : html` <span class="quiet">${toVisibleText(title)}</span>`
    }${
      // The tooltip has the description for screen readers.
      summary === undefined || summary === ''
        ? nothing
        : html` <span class="quiet" aria-hidden="true">${toVisibleText(summary)}</span>`
    }</span>${
      isChanged
        ? html`<span class="badge" title=${texts.changed} role="img" aria-label=${texts.changed}>${icon('circle-filled')}</span>`
        : nothing
    }${
      errorCount === 0
        ? nothing
        : html`<span class="badge" title=${errorLabel} role="img" aria-label=${errorLabel}>${icon('error', 'bad')}</span>`
    }</button></li>`;
}

/** Returns the title of an item; `undefined` if it only repeats the name, such as "Get Forecast" for `get_forecast`. */
export function getItemTitle({ name, title }: Pick<InspectorItem, 'name' | 'title'>): string | undefined {
  const normalize = (text: string): string => text.toLowerCase().replaceAll(/[\s_.-]/g, '');
  return title === undefined || normalize(title) === normalize(name) ? undefined : title;
}

/** Returns the texts of an item that the filter searches. */
const getSearchableText = ({ name, title = '', description = '', uri = '' }: InspectorItem): string =>
  [name, title, description, uri].join('\n');

function onListKey(event: KeyboardEvent): void {
  if (!(event.target instanceof HTMLElement) || !event.target.classList.contains('item')) return;
  if (event.key === 'ArrowDown') focusListItem(event, 1);
  if (event.key === 'ArrowUp') focusListItem(event, -1);
  if (event.key === 'Home') focusListItem(event, Number.NEGATIVE_INFINITY);
  if (event.key === 'End') focusListItem(event, Number.POSITIVE_INFINITY);
}

function focusListItem(event: KeyboardEvent, offset: number): void {
  const list = (event.currentTarget as HTMLElement).closest('.listing');
  const items = [...(list?.querySelectorAll<HTMLElement>('.item') ?? [])];
  const index = items.indexOf(event.target as HTMLElement);
  const next = Math.max(0, Math.min(items.length - 1, index + offset));
  event.preventDefault();
  items[next]?.focus();
}
