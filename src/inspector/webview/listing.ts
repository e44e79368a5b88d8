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
  readonly strings: InspectorTexts;
  readonly groups: readonly ItemGroup[];
  /** Whether the lists were read, so that an empty group is really empty. */
  readonly areListsLoaded: boolean;
  readonly filter: string;
  readonly selected: string | undefined;
  /** Keys of resources with an update since the user last selected them. */
  readonly changedKeys: ReadonlySet<string>;
  /** Drawn after the list. */
  readonly sash: PageTemplate;
  setFilter(filter: string): void;
  select(key: string): void;
}

const kindIcons = { tool: 'tools', resource: 'file', template: 'file-code', prompt: 'comment' } as const;

/** Draws the items that the server lists. Arrow keys move the focus. */
export function listingPart({
  strings,
  groups,
  areListsLoaded,
  filter,
  selected,
  changedKeys,
  sash,
  setFilter,
  select,
}: ListingView): PageTemplate {
  const matches = createWordMatcher(filter);
  const filteredGroups = groups.map((group) => ({
    ...group,
    matchingItems: group.items.filter((item) => matches(searchableText(item))),
  }));
  const isNoneFound =
    filter.trim() !== '' && filteredGroups.every(({ matchingItems }) => matchingItems.length === 0);
  const onFilterKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && filter !== '') setFilter('');
    if (event.key === 'ArrowDown') focusListItem(event, 1);
  };
  return html`<nav class="offers" aria-label=${strings.listing} @keydown=${onListKey}><div class="offered">
    <div class="filter">${icon('filter')}<input type="text" data-key="filter" placeholder=${strings.filter}
      aria-label=${strings.filter} spellcheck="false" .value=${live(filter)} @keydown=${onFilterKey}
      @input=${({ target }: Event) => setFilter((target as HTMLInputElement).value)}></div>
    ${isNoneFound ? html`<p class="quiet">${strings.noItemMatches}</p>` : nothing}
    ${filteredGroups.map(({ kind, title, items, matchingItems, failure, omittedCount = 0 }) => {
      if (filter.trim() !== '' && matchingItems.length === 0) return nothing;
      return html`<section aria-labelledby="group-${kind}">
        <h2 id="group-${kind}">${title}${areListsLoaded ? html`<span class="count">${matchingItems.length}</span>` : nothing}</h2>
        ${failure === undefined ? nothing : html`<p class="iconed">${icon('error', 'bad')}${textSpan(failure)}</p>`}
        ${areListsLoaded && items.length === 0 && failure === undefined ? html`<p class="quiet">${strings.emptyList}</p>` : nothing}
        ${omittedCount === 0 ? nothing : html`<p class="quiet">${formatText(strings.omittedItems, omittedCount)}</p>`}
        <ul>${matchingItems.map((item) => itemPart(item, { strings, isSelected: item.key === selected, isChanged: changedKeys.has(item.key), select: () => select(item.key) }))}</ul>
      </section>`;
    })}
  </div>${sash}</nav>`;
}

interface ListedItemView {
  readonly strings: InspectorTexts;
  readonly isSelected: boolean;
  readonly isChanged: boolean;
  select(): void;
}

function itemPart(
  item: InspectorItem,
  { strings, isSelected, isChanged, select }: ListedItemView,
): PageTemplate {
  const { key, kind, name, title, description, lintIssues } = item;
  const worstSeverity = lintIssues.some(({ severity }) => severity === 'error') ? 'error' : 'warning';
  const issueCount = lintIssues.filter(({ severity }) => severity !== 'info').length;
  const issueLabel = issueCount === 1 ? strings.oneLintIssue : formatText(strings.lintIssueCount, issueCount);
  return html`<li><button type="button" class="item" data-key=${key} aria-current=${isSelected ? 'true' : 'false'}
    title=${toVisibleText(description ?? '')} @click=${select}>${item.icon ? serverIcon(item.icon) : icon(kindIcons[kind])}
    <span class="names" dir="auto">${toVisibleText(name)}${
      title === undefined || title === name
        ? nothing
        : html` <span class="quiet">${toVisibleText(title)}</span>`
    }</span>${
      isChanged
        ? html`<span class="remark" title=${strings.changed} role="img" aria-label=${strings.changed}>${icon('circle-filled')}</span>`
        : nothing
    }${
      issueCount === 0
        ? nothing
        : html`<span class="remark" title=${issueLabel} role="img" aria-label=${issueLabel}>${icon(worstSeverity, worstSeverity === 'error' ? 'bad' : 'poor')}</span>`
    }</button></li>`;
}

/** Returns the visible text of an item for the filter. */
const searchableText = ({ name, title = '', description = '', uri = '' }: InspectorItem): string =>
  [name, title, description, uri].join('\n');

function onListKey(event: KeyboardEvent): void {
  if (!(event.target instanceof HTMLElement) || !event.target.classList.contains('item')) return;
  if (event.key === 'ArrowDown') focusListItem(event, 1);
  if (event.key === 'ArrowUp') focusListItem(event, -1);
  if (event.key === 'Home') focusListItem(event, Number.NEGATIVE_INFINITY);
  if (event.key === 'End') focusListItem(event, Number.POSITIVE_INFINITY);
}

function focusListItem(event: KeyboardEvent, by: number): void {
  const list = (event.currentTarget as HTMLElement).closest('.offers');
  const items = [...(list?.querySelectorAll<HTMLElement>('.item') ?? [])];
  const at = items.indexOf(event.target as HTMLElement);
  const next = Math.max(0, Math.min(items.length - 1, at + by));
  event.preventDefault();
  items[next]?.focus();
}
