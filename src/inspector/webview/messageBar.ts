import { html, nothing } from 'lit/html.js';
import { findBox } from '../../editor/webview/findBox.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { icon, type PageTemplate } from '../../editor/webview/templates.ts';
import type { MessageKind } from '../messageFilter.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import { type LogLevelView, logLevelPart } from './logLevel.ts';
import { messageFilterBar } from './messageFilterBar.ts';
import type { MessageFind } from './messageFind.ts';

interface MessageBarView {
  readonly strings: InspectorTexts;
  readonly isOpen: boolean;
  readonly toggle: (isOpen: boolean) => void;
  readonly found: MessageFind;
  /** Number of the selected hit, from 1. */
  readonly nth: number | undefined;
  readonly logging?: LogLevelView;
  readonly counts: Readonly<Record<MessageKind, number>>;
  readonly methods: readonly string[];
  readonly number: (value: number) => string;
  readonly narrow: MessageFind['update'];
  readonly find: (isForward: boolean) => void;
}

/** Draws the bar above the message list, with the count, the filter, and the find box. */
export function messageBar(view: MessageBarView): PageTemplate {
  const { strings, isOpen, toggle, found, nth, counts, methods, number, narrow, find } = view;
  const label = isOpen ? strings.hideMessages : strings.showMessages;
  const { filter, query, isHighlighting, problem, isSearching, hits } = found;
  const findView = {
    texts: strings.findMessages,
    query,
    isHighlighting,
    problem,
    isSearching,
    hits,
    activeHit: nth,
  };
  return html`<div class="bar">
    <h2 id="messages"><button type="button" class="fold" data-key="fold-messages" aria-expanded=${isOpen} title=${label}
      @click=${() => toggle(!isOpen)}>${icon(isOpen ? 'chevron-down' : 'chevron-right')}${strings.messages}</button></h2>
    <span class="total quiet">${messageTotalText(view)}</span>
    ${
      isOpen
        ? html`${messageFilterBar({ strings, filter, counts, methods, number, setFilter: (next) => narrow({ filter: next }) })}
            ${view.logging ? logLevelPart(view.logging, strings) : nothing}
            ${findBox(
              { ...findView, number },
              {
                setQuery: (next) => narrow({ query: next }),
                setHighlighting: (isOn) => narrow({ isHighlighting: isOn }),
                find,
              },
            )}`
        : nothing
    }
  </div>`;
}

function messageTotalText({ strings, found, number }: MessageBarView): string {
  const { length, count, first } = found;
  const kept = count - first;
  const shown =
    length !== kept
      ? formatText(strings.shownOf, number(length), number(kept))
      : kept === 1
        ? strings.oneMessage
        : formatText(strings.messageCount, number(kept));
  if (first === 0) return shown;
  const dropped = first === 1 ? strings.oneDropped : formatText(strings.droppedCount, number(first));
  return `${shown} · ${dropped}`;
}
