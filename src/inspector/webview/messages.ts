import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { marked } from '../../editor/webview/marks.ts';
import { button, icon, type Part, words } from '../../editor/webview/parts.ts';
import { prettyJson } from '../../editor/webview/prettyJson.ts';
import { durationText, sizeText } from '../../editor/webview/units.ts';
import { visibleText } from '../../editor/webview/visibleText.ts';
import type { MessageLine } from '../shapes.ts';
import type { InspectorStrings } from '../strings.ts';

/** Pixels of a row; main.css has the same. */
const rowHeight = 22;
/** Rows beyond the view that are there before someone scrolls to them. */
const margin = 20;
/** Lines that are kept beyond those that are drawn: who scrolls back needn't wait for them. */
const mostKnown = 2000;

type Act = 'open' | 'json' | 'curl';

interface MessagesDeps {
  readonly strings: InspectorStrings;
  readonly language: string;
  readonly draw: () => void;
  readonly lines: (indexes: readonly number[]) => Promise<readonly MessageLine[]>;
  readonly message: (index: number) => Promise<string | undefined>;
  readonly find: (
    text: string,
    from: number,
  ) => Promise<{ readonly hits: readonly number[]; readonly to: number }>;
  readonly act: (act: Act, index: number) => void;
  /** It is reached over HTTP. */
  readonly hasUrl: boolean;
}

/** The messages of a session: a list of which only the rows in view are on the page, and the one that is selected. */
export function createMessages({ strings, language, draw, lines, message, find, act, hasUrl }: MessagesDeps) {
  let count = 0;
  let selected: number | undefined;
  let selectedText: string | undefined;
  let wanted = '';
  /** The messages that have the wanted text, of those that were searched; `undefined`: all. */
  let found: number[] | undefined;
  let searched = 0;
  let isSearching = false;
  let isAtEnd = true;
  let view: HTMLElement | undefined;
  let first = 0;
  let height = 0;
  const timeText = new Intl.DateTimeFormat(language, {
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3, hourCycle: 'h23' },
  });
  const known = new Map<number, MessageLine>();
  const asked = new Set<number>();

  const length = (): number => found?.length ?? count;
  const indexAt = (row: number): number => found?.[row] ?? row;

  /** Asks for the lines of rows that are not there yet, and forgets others. */
  async function fetchLines(indexes: readonly number[]): Promise<void> {
    if (known.size > mostKnown) {
      const drawn = new Set(indexes);
      for (const index of known.keys()) if (!drawn.has(index)) known.delete(index);
    }
    const missing = indexes.filter((index) => !known.has(index) && !asked.has(index));
    if (missing.length === 0) return;
    for (const index of missing) asked.add(index);
    const got = await lines(missing).catch(() => []);
    for (const index of missing) asked.delete(index);
    for (const line of got) known.set(line.index, line);
    if (got.length > 0) draw();
  }

  async function select(index: number): Promise<void> {
    selected = index;
    selectedText = undefined;
    draw();
    const json = await message(index).catch(() => undefined);
    if (selected !== index) return;
    selectedText = json === undefined ? strings.messageGone : (prettyJson(json) ?? json);
    draw();
  }

  function search(text: string): void {
    wanted = text;
    found = text.trim() === '' ? undefined : [];
    searched = 0;
    draw();
    void searchOn();
  }

  /** Goes on until all messages are searched: one slice at a time, of what is wanted then. */
  async function searchOn(): Promise<void> {
    if (isSearching) return;
    isSearching = true;
    while (found && searched < count) {
      const of = found;
      const slice = await find(wanted.trim(), searched).catch(() => undefined);
      if (!slice) break;
      if (found !== of) continue;
      of.push(...slice.hits);
      searched = slice.to;
      draw();
    }
    isSearching = false;
  }

  function onKey(event: KeyboardEvent): void {
    const rows = length();
    const at = selected === undefined ? -1 : found ? found.indexOf(selected) : selected;
    const perPage = Math.max(1, Math.floor(height / rowHeight) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + perPage,
      PageUp: at - perPage,
      Home: 0,
      End: rows - 1,
    };
    const to = steps[event.key];
    if (to === undefined || rows === 0) return;
    event.preventDefault();
    const row = Math.max(0, Math.min(rows - 1, to));
    reveal(row);
    void select(indexAt(row));
  }

  function reveal(row: number): void {
    if (!view) return;
    const top = row * rowHeight;
    if (top < view.scrollTop) view.scrollTop = top;
    else if (top + rowHeight > view.scrollTop + view.clientHeight) {
      view.scrollTop = top + rowHeight - view.clientHeight;
    }
    look();
  }

  function look(): void {
    // Of the three, some are rounded.
    if (view) isAtEnd = view.scrollTop + view.clientHeight >= view.scrollHeight - 2;
  }

  function onScroll(): void {
    if (!view) return;
    look();
    const now = Math.floor(view.scrollTop / rowHeight);
    if (Math.abs(now - first) < margin / 2 && height === view.clientHeight) return;
    draw();
  }

  function rowPart(row: number): Part {
    const index = indexAt(row);
    const line = known.get(index);
    const isSent = line?.direction === 'sent';
    const way = line && (isSent ? strings.sent : strings.received);
    // One template for all: while a list is scrolled, its elements stay and only their texts change.
    return html`<div class="row" id="message-${index}" role="row" aria-rowindex=${row + 1}
      aria-selected=${index === selected} @click=${() => void select(index)}>
      <span role="gridcell" class="way" title=${way ?? ''}>${line ? icon(isSent ? 'arrow-up' : 'arrow-down') : nothing}<span class="unseen">${way}</span></span>
      <span role="gridcell" class="at">${line && timeText.format(line.at)}</span>
      <span role="gridcell" class="method">${line?.kind === 'error' ? icon('error', 'bad') : nothing}${words(line?.method ?? '')}
        <span class="subject" dir="auto">${visibleText(line?.subject ?? '')}</span><span
        class="quiet">${line?.id === undefined ? '' : ` #${line.id}`}</span></span>
      <span role="gridcell" class="took">${line?.durationMs === undefined ? '' : durationText(line.durationMs, language)}</span>
      <span role="gridcell" class="size quiet">${line && sizeText(line.size, language)}</span>
    </div>`;
  }

  function listPart(): Part {
    const rows = length();
    height = view?.clientHeight ?? 200;
    const inView = Math.ceil(height / rowHeight);
    // The end is scrolled to once it is drawn.
    first = isAtEnd ? Math.max(0, rows - inView) : Math.floor((view?.scrollTop ?? 0) / rowHeight);
    const from = Math.max(0, first - margin);
    const to = Math.min(rows, first + inView + margin);
    const drawn = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
    void fetchLines(drawn.map(indexAt));
    const active = selected === undefined ? '' : `message-${selected}`;
    // Styles are properties: the content security policy takes no attribute of that name.
    return html`<div class="list" role="grid" aria-label=${strings.messages} aria-rowcount=${rows} tabindex="0"
      data-key="messages" aria-activedescendant=${active} @keydown=${onKey} @scroll=${onScroll}>
      <div class="all" .style=${`height: ${rows * rowHeight}px`}>
        <div class="drawn" role="rowgroup" .style=${`top: ${from * rowHeight}px`}>${drawn.map(rowPart)}</div>
      </div>
      ${rows === 0 ? html`<p class="empty quiet">${strings.noMessages}</p>` : nothing}
    </div>`;
  }

  function selectedPart(index: number): Part {
    const copy = (label: string, what: Act, id: string): Part =>
      button(label, { icon: id, key: `message-${what}` }, () => act(what, index));
    return html`<div class="message">
      <p class="actions">${copy(strings.copyJson, 'json', 'copy')}${
        hasUrl && known.get(index)?.direction === 'sent'
          ? copy(strings.copyCurl, 'curl', 'terminal')
          : nothing
      }${copy(strings.openAsDocument, 'open', 'go-to-file')}</p>
      <pre tabindex="0" dir="ltr">${marked(selectedText ?? '')}</pre>
    </div>`;
  }

  return {
    part(isOpen: boolean, toggle: (isOpen: boolean) => void): Part {
      const label = isOpen ? strings.hideMessages : strings.showMessages;
      return html`<section class="messages" aria-labelledby="messages">
        <div class="bar">
          <h2 id="messages"><button type="button" class="fold" data-key="fold-messages" aria-expanded=${isOpen} title=${label}
            @click=${() => toggle(!isOpen)}>${icon(isOpen ? 'chevron-down' : 'chevron-right')}${strings.messages}</button></h2>
          <span class="quiet">${length() === 1 ? strings.oneMessage : formatText(strings.messageCount, length().toLocaleString(language))}</span>
          ${
            isOpen
              ? html`<div class="filter">${icon('search')}<input type="text" data-key="find" placeholder=${strings.findMessages}
                  aria-label=${strings.findMessages} spellcheck="false" .value=${wanted}
                  @input=${({ target }: Event) => search((target as HTMLInputElement).value)}></div>`
              : nothing
          }
        </div>
        ${isOpen ? html`<div class="both">${listPart()}${selected === undefined ? nothing : selectedPart(selected)}</div>` : nothing}
      </section>`;
    },
    /** The page was drawn: who was at the end of the list is there again. */
    drawn(app: HTMLElement): void {
      view = app.querySelector<HTMLElement>('.messages .list') ?? undefined;
      if (view && isAtEnd) view.scrollTop = view.scrollHeight;
    },
    grown(now: number): void {
      count = now;
      draw();
      void searchOn();
    },
  };
}
