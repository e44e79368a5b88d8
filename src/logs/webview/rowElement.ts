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
  readonly #texts: LogTexts;
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
  readonly #loadButton: HTMLButtonElement;
  readonly root: HTMLDivElement;
  #details: HTMLElement | undefined;
  #drawHead: ReturnType<typeof createHeadElement> | undefined;

  constructor(texts: LogTexts, actions: LogRowActions) {
    this.#texts = texts;
    this.#actions = actions;
    this.#chevron = createElement('button', 'chevron', { type: 'button', tabindex: '-1' }, this.#chevronIcon);
    this.#chevron.addEventListener('click', () => this.#item && this.#actions.toggleExpanded(this.#item));
    this.#time = createCell('time', this.#date, this.#clock);
    this.#request.addEventListener(
      'click',
      () => this.#item?.requestId && this.#actions.toggleRequestFilter(this.#item.requestId),
    );
    this.#requestCell = createCell('requests', this.#request);
    this.#loadButton = createElement(
      'button',
      'link',
      { type: 'button', tabindex: '-1' },
      this.#texts.loadGap,
    );
    this.#loadButton.addEventListener('click', () => this.#item && this.#actions.loadGap(this.#item));
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

  show(next: ListItem, appearance: RowAppearance): void {
    this.#item = next;
    const content = createRowContent(next, appearance, this.#texts);
    const classNames = [appearance.isExpanded && 'expanded', next.isHit && 'hit', content.isChild && 'child'];
    this.root.className = ['row', content.kind, ...classNames.filter(Boolean)].join(' ');
    this.root.id = `row-${next.id}`;
    this.root.dataset['vscodeContext'] = JSON.stringify({
      webviewSection: content.section,
      hasRequest: next.requestId !== undefined,
      isToolCall: isToolCall(next),
      entryId: next.id,
      ...omitUndefined({ requestId: next.requestId }),
      preventDefaultContextMenuItems: true,
    } satisfies EntryMenuContext);
    this.#showTime(next, appearance.options.isUtc);
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
    this.#details = content.hasDetails
      ? createDetails(next, appearance, this.#texts, this.#actions)
      : undefined;
    if (this.#details) this.root.append(this.#details);
  }

  #showTime({ isUndated, time: ms }: ListItem, isUtc: boolean): void {
    const { date, clock } = toDateAndTime(ms, isUtc);
    setText(this.#date, isUndated ? '' : `${date} `);
    this.#clock.data = isUndated ? '–' : clock;
    this.#time.title = isUndated ? this.#texts.noTimestamp : new Date(ms).toISOString();
  }

  #showChevron({ label, isOpen, isQuiet }: RowContent['chevron']): void {
    this.#chevron.classList.toggle('quiet', isQuiet);
    this.#chevron.title = label;
    this.#chevron.ariaLabel = label;
    this.#chevron.ariaExpanded = String(isOpen);
    this.#chevronIcon.className = `codicon codicon-chevron-${isOpen ? 'down' : 'right'}`;
  }

  #showMessage({ leadingElement, message: text, head, durationInMs, highlight }: RowContent): void {
    // The time range of a gap isn't shown elsewhere. Entries show their text in the details.
    this.#message.title = leadingElement === undefined ? '' : text;
    if (head) {
      this.#drawHead ??= createHeadElement(this.#message);
      this.#drawHead(head, durationInMs);
    } else if (leadingElement === 'loading') {
      this.#message.replaceChildren(createIcon('loading codicon-modifier-spin'), ` ${text}`);
    } else if (leadingElement === 'load') this.#message.replaceChildren(this.#loadButton, ` ${text}`);
    else if (highlight || text.includes('\u001b'))
      this.#message.replaceChildren(createColoredText(text, highlight));
    else setText(this.#message, text);
  }

  #showRequest(requestId = ''): void {
    this.#request.hidden = requestId === '';
    setText(this.#request, markInvisibleCharacters(shortenRequestId(requestId)));
    const title = requestId === '' ? '' : formatText(this.#texts.requestHint, requestId);
    this.#request.title = title;
    this.#request.ariaLabel = title;
  }
}

function createCell(name: string, ...children: readonly (Node | string)[]): HTMLElement {
  return createElement('span', `cell ${name}`.trim(), { role: 'gridcell' }, ...children);
}

/** Creates a function that shows a request header in a message cell, with elements that are created once and reused. */
function createHeadElement(cell: HTMLElement): (texts: HeadTexts, durationInMs: number | undefined) => void {
  const createSpan = (name: string) => createElement('span', name);
  const [name, problems] = [createSpan('name'), createSpan('problems')];
  const spans = {
    name,
    took: createSpan('took'),
    entries: createSpan('entries'),
    problems,
    'first-error': createSpan('first-error'),
    also: createSpan('also'),
  };
  const showCount = createCountElement(spans.entries);
  const rest = createElement('span', 'rest', {}, problems, ' ', spans['first-error'], ' ', spans.also);
  return (texts, durationInMs) => {
    spans.took.classList.toggle('timed', durationInMs !== undefined);
    spans.took.style.setProperty('--ms', String(durationInMs ?? 0));
    for (const [part, text] of Object.entries(texts))
      if (part !== 'entries') setText(spans[part as keyof HeadTexts], text);
    showCount(texts.entries);
    // A column can be too narrow for its text, especially in other languages.
    for (const part of ['name', 'took', 'entries'] as const) spans[part].title = texts[part];
    rest.title = [texts.problems, texts['first-error'], texts.also].filter((text) => text !== '').join(' ');
    // The spaces between columns separate the texts for screen readers.
    if (name.parentElement !== cell)
      cell.replaceChildren(name, ' ', spans.took, ' ', spans.entries, ' ', rest);
  };
}

/** Creates a function that shows a text with a number. Only the number is visible, because the heading names the column. */
function createCountElement(cell: HTMLElement): (text: string) => void {
  const [before, count, after] = [
    createElement('span', 'unseen'),
    createElement('span', ''),
    createElement('span', 'unseen'),
  ];
  cell.replaceChildren(before, count, after);
  return (text) => {
    const number = /\d+/.exec(text)?.[0] ?? text;
    const [start = '', end = ''] = text.split(number);
    setText(before, start);
    setText(count, number);
    setText(after, end);
  };
}
