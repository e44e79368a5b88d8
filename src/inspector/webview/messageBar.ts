import { html, nothing } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { findBox } from '../../editor/webview/findBox.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { icon, type PageTemplate } from '../../editor/webview/templates.ts';
import type { MessageKind } from '../messageFilter.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { InspectorPage } from '../protocol.ts';
import { type LogLevelState, logLevelPart } from './logLevel.ts';
import { filteredKinds, messageFilterBar } from './messageFilterBar.ts';
import type { MessageFinder } from './messageFinder.ts';

interface MessageBarView {
  readonly texts: InspectorTexts;
  readonly isOpen: boolean;
  readonly toggle: (isOpen: boolean) => void;
  readonly search: MessageFinder;
  /** Number of the selected hit, from 1. */
  readonly activeHit: number | undefined;
  readonly logging?: LogLevelState;
  readonly post: PageHost<InspectorPage>['post'];
  readonly counts: Readonly<Record<MessageKind, number>>;
  readonly methods: readonly string[];
  readonly formatNumber: (value: number) => string;
  readonly updateSearch: MessageFinder['update'];
  readonly find: (isForward: boolean) => void;
}

/** Draws the bar above the message list, with the counts, the filter, and the find box. */
export function messageBar(view: MessageBarView): PageTemplate {
  const { texts, isOpen, toggle, search, activeHit, counts, methods, formatNumber, updateSearch, find } =
    view;
  const label = isOpen ? texts.hideMessages : texts.showMessages;
  const { filter, query, isHighlighting, problem, isSearching, hitCount } = search;
  const total = messageTotalText(view);
  const findView = {
    texts: texts.findMessages,
    query,
    isHighlighting,
    problem,
    isSearching,
    hits: hitCount,
    activeHit,
  };
  return html`<div class="bar">
    <h2 id="messages"><button type="button" class="fold" data-key="fold-messages" aria-expanded=${isOpen} title=${label}
      @click=${() => toggle(!isOpen)}>${icon(isOpen ? 'chevron-down' : 'chevron-right')}${texts.messages}</button></h2>
    ${total === '' ? nothing : html`<span class="total quiet">${total}</span>`}
    ${
      isOpen
        ? html`${messageFilterBar({ texts, filter, counts, methods, formatNumber, changeFilter: (change) => updateSearch({ filter: change(search.filter) }) })}
            ${view.logging ? logLevelPart(view.logging, texts, view.post) : nothing}
            ${findBox(
              { ...findView, formatNumber: formatNumber },
              {
                changeQuery: (change) => updateSearch({ query: change(search.query) }),
                setHighlighting: (isOn) => updateSearch({ isHighlighting: isOn }),
                find,
              },
            )}`
        : nothing
    }
  </div>`;
}

/**
 * Returns the number of rows that a filter finds, or for a collapsed list the number of messages of each kind, which the filter of
 * an open list has. There is no number of all messages, because a request and its response are one row.
 */
function messageTotalText({ texts, isOpen, search, counts, formatNumber }: MessageBarView): string {
  const { length, firstIndex, isFiltered, isHighlighting, hitCount } = search;
  if (isOpen && isFiltered) {
    const isInFindBox = hitCount !== undefined && !isHighlighting;
    return isInFindBox ? '' : formatText(texts.shownCount, formatNumber(length));
  }
  const presentKinds = isOpen ? [] : filteredKinds.filter((kind) => counts[kind] > 0);
  const dropped =
    firstIndex === 1 ? texts.oneDropped : formatText(texts.droppedCount, formatNumber(firstIndex));
  return [
    ...presentKinds.map((kind) => `${texts.kinds[kind]} ${formatNumber(counts[kind])}`),
    ...(firstIndex === 0 ? [] : [dropped]),
  ].join(' · ');
}
