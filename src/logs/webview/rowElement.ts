import { createElement, createIcon, setText } from '../../editor/webview/dom.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { omitUndefined } from '../../fields.ts';
import type { EntryMenuContext } from '../menuMessages.ts';
import type { LogTexts } from '../pageTexts.ts';
import type { ListItem } from '../protocol.ts';
import { markInvisibleCharacters, shortenRequestId, toDateAndTime } from '../rowText.ts';
import { isToolCall } from '../toolCall.ts';
import { createColoredText } from './coloredText.ts';
import { createDetails, type LogRowActions } from './details.ts';
import { createRowContent, type HeadTexts, type RowAppearance, type RowContent } from './rowContent.ts';

/**
 * An element that can show different rows, because creating elements makes scrolling slow. It contains cells
 * for chevron, time, type, method, message, duration, and request, and the details below.
 */
export class RowElement {
  readonly #strings: LogTexts;
  readonly #actions: LogRowActions;
  #item: ListItem | undefined;
  readonly #chevronIcon = createElement('span', '', { 'aria-hidden': 'true' });
  readonly #chevron: HTMLButtonElement;
  readonly #date = createElement('span', 'date');
  readonly #clock = document.createTextNode('');
  readonly #time: HTMLElement;
  readonly #type = createCell('type');
  readonly #method = createCell('method');
  readonly #message = createCell('message');
  readonly #duration = createCell('duration');
  readonly #request = createElement('button', 'request', { type: 'button', tabindex: '-1' });
  readonly #requestCell: HTMLElement;
  readonly #load: HTMLButtonElement;
  readonly root: HTMLDivElement;
  #details: HTMLElement | undefined;
  #showHead: ReturnType<typeof createHeadElement> | undefined;

  constructor(strings: LogTexts, actions: LogRowActions) {
    this.#strings = strings;
    this.#actions = actions;
    this.#chevron = createElement('button', 'chevron', { type: 'button', tabindex: '-1' }, this.#chevronIcon);
    this.#chevron.addEventListener('click', () => this.#item && this.#actions.toggleExpanded(this.#item));
    this.#time = createCell('time', this.#date, this.#clock);
    this.#request.addEventListener(
      'click',
      () => this.#item?.requestId && this.#actions.toggleRequestFilter(this.#item.requestId),
    );
    this.#requestCell = createCell('requests', this.#request);
    this.#load = createElement('button', 'link', { type: 'button', tabindex: '-1' }, this.#strings.loadGap);
    this.#load.addEventListener('click', () => this.#item && this.#actions.loadGap(this.#item));
    this.root = createElement(
      'div',
      'row',
      { role: 'row' },
      createCell('', this.#chevron),
      this.#time,
      this.#type,
      this.#method,
      this.#message,
      this.#duration,
      this.#requestCell,
    );
  }

  show(next: ListItem, look: RowAppearance): void {
    this.#item = next;
    const content = createRowContent(next, look, this.#strings);
    const names = [look.isExpanded && 'expanded', next.isHit && 'hit', content.isChild && 'child'];
    this.root.className = ['row', content.kind, ...names.filter(Boolean)].join(' ');
    this.root.id = `row-${next.id}`;
    this.root.dataset['vscodeContext'] = JSON.stringify({
      webviewSection: content.section,
      hasRequest: next.requestId !== undefined,
      isToolCall: isToolCall(next),
      entryId: next.id,
      ...omitUndefined({ requestId: next.requestId }),
      preventDefaultContextMenuItems: true,
    } satisfies EntryMenuContext);
    this.#showTime(next, look.options.isUtc);
    this.#showRequest(next.requestId);
    if (content.typeIcon) this.#type.replaceChildren(createIcon(content.typeIcon));
    else setText(this.#type, content.type);
    this.#type.title = content.type;
    setText(this.#method, content.method);
    this.#method.title = content.method;
    setText(this.#duration, content.duration);
    this.#duration.title = content.duration;
    this.#showMessage(content);
    this.#showChevron(content.chevron);
    this.#details?.remove();
    this.#details = content.hasDetails ? createDetails(next, look, this.#strings, this.#actions) : undefined;
    if (this.#details) this.root.append(this.#details);
  }

  #showTime({ isUndated, time: ms }: ListItem, isUtc: boolean): void {
    const { date: day, clock: hours } = toDateAndTime(ms, isUtc);
    setText(this.#date, isUndated ? '' : `${day} `);
    this.#clock.data = isUndated ? '–' : hours;
    this.#time.title = isUndated ? this.#strings.noTimestamp : new Date(ms).toISOString();
  }

  #showChevron({ label, isOpen, isQuiet }: RowContent['chevron']): void {
    this.#chevron.classList.toggle('quiet', isQuiet);
    this.#chevron.title = label;
    this.#chevron.ariaLabel = label;
    this.#chevron.ariaExpanded = String(isOpen);
    this.#chevronIcon.className = `codicon codicon-chevron-${isOpen ? 'down' : 'right'}`;
  }

  #showMessage({ leadingElement, message: text, head, highlight }: RowContent): void {
    // The time range of a gap isn't shown elsewhere. Entries show their text in the details.
    this.#message.title = leadingElement === undefined ? '' : text;
    if (head) {
      this.#showHead ??= createHeadElement(this.#message);
      this.#showHead(head);
    } else if (leadingElement === 'loading') {
      this.#message.replaceChildren(createIcon('loading codicon-modifier-spin'), ` ${text}`);
    } else if (leadingElement === 'load') this.#message.replaceChildren(this.#load, ` ${text}`);
    else if (highlight || text.includes('\u001b'))
      this.#message.replaceChildren(createColoredText(text, highlight));
    else setText(this.#message, text);
  }

  #showRequest(requestId = ''): void {
    this.#request.hidden = requestId === '';
    setText(this.#request, markInvisibleCharacters(shortenRequestId(requestId)));
    const title = requestId === '' ? '' : formatText(this.#strings.requestHint, requestId);
    this.#request.title = title;
    this.#request.ariaLabel = title;
  }
}

function createCell(name: string, ...children: readonly (Node | string)[]): HTMLElement {
  return createElement('span', `cell ${name}`.trim(), { role: 'gridcell' }, ...children);
}

/** Creates a function that shows a request header in a message cell. Its elements are created once and reused. */
function createHeadElement(cell: HTMLElement): (parts: HeadTexts) => void {
  const span = (name: string) => createElement('span', name);
  const [name, problems] = [span('name'), span('problems')];
  const texts = { name, took: span('took'), entries: span('entries'), problems, also: span('also') };
  const rest = createElement('span', 'rest', {}, problems, ' ', texts.also);
  return (parts) => {
    for (const [part, text] of Object.entries(parts)) setText(texts[part as keyof HeadTexts], text);
    // A column can be too narrow for its text, especially in other languages.
    for (const part of ['name', 'took', 'entries'] as const) texts[part].title = parts[part];
    rest.title = [parts.problems, parts.also].filter((text) => text !== '').join(' ');
    // The blanks between columns are for screen readers, and aren't drawn.
    if (name.parentElement !== cell)
      cell.replaceChildren(name, ' ', texts.took, ' ', texts.entries, ' ', rest);
  };
}
