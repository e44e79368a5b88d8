import { createElement, createIcon, setText } from '../../editor/webview/dom.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { createJsonLine } from '../../editor/webview/jsonLine.ts';
import { omitUndefined } from '../../fields.ts';
import type { EntryMenuContext } from '../menuMessages.ts';
import type { LogTexts } from '../pageTexts.ts';
import type { ListItem } from '../protocol.ts';
import { toDateAndTime } from '../rowText.ts';
import { isToolCall } from '../toolCall.ts';
import { createColoredText } from './coloredText.ts';
import { createDetails, type LogRowActions } from './details.ts';
import { createRowContent, type HeadTexts, type RowAppearance, type RowContent } from './rowContent.ts';

/**
 * An element that can show different rows, because creating elements makes scrolling slow. It contains cells
 * for chevron, time, type, message, and request, and the details below. The cell of the request is the
 * rail at the edge.
 */
export class RowElement {
  readonly #texts: LogTexts;
  readonly #actions: LogRowActions;
  #item: ListItem | undefined;
  readonly #chevronIcon = createElement('span', '', { 'aria-hidden': 'true' });
  readonly #chevron: HTMLButtonElement;
  readonly #time = createCell(2, 'time');
  readonly #type = createCell(3, 'type');
  readonly #message = createCell(4, 'message');
  readonly #request = createElement('button', 'request', { type: 'button', tabindex: '-1' });
  readonly #requestCell: HTMLElement;
  readonly #loadButton: HTMLButtonElement;
  readonly root: HTMLDivElement;
  #details: HTMLElement | undefined;
  #drawHead: ReturnType<typeof createHeadElement> | undefined;
  /** The length of the shown request's name, in characters. 0 for other rows. */
  nameLength = 0;

  constructor(texts: LogTexts, actions: LogRowActions) {
    this.#texts = texts;
    this.#actions = actions;
    this.#chevron = createElement('button', 'chevron', { type: 'button', tabindex: '-1' }, this.#chevronIcon);
    this.#chevron.addEventListener('click', () => this.#item && this.#actions.toggleExpanded(this.#item));
    this.#request.addEventListener(
      'click',
      () => this.#item?.requestId && this.#actions.toggleRequestFilter(this.#item.requestId),
    );
    this.#requestCell = createCell(5, 'rail', this.#request);
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
      createCell(1, '', this.#chevron),
      this.#time,
      this.#type,
      this.#message,
      this.#requestCell,
    );
  }

  show(next: ListItem, appearance: RowAppearance): void {
    this.#item = next;
    const content = createRowContent(next, appearance, this.#texts);
    const classNames = [
      appearance.isExpanded && 'expanded',
      next.isHit && 'hit',
      content.isChild && 'child',
      next.head?.isOpen && 'open',
    ];
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
    this.#showTime(next, appearance);
    this.#showRequest(next.requestId);
    if (content.typeIcon) this.#type.replaceChildren(createIcon(content.typeIcon));
    else setText(this.#type, content.type);
    this.#type.title = content.head
      ? joinTexts([content.head.errors, content.head.warnings], ' · ')
      : content.type;
    this.#showMessage(content);
    this.#showChevron(content.chevron);
    const focusedElement = this.#details?.contains(document.activeElement) ? document.activeElement : null;
    this.#details?.remove();
    this.#details = content.hasDetails
      ? createDetails(next, appearance, this.#texts, this.#actions)
      : undefined;
    if (this.#details) this.root.append(this.#details);
    // The view of JSON is kept, and with it the focus.
    if (focusedElement instanceof HTMLElement && this.#details?.contains(focusedElement))
      focusedElement.focus({ preventScroll: true });
  }

  #showTime({ isUndated, time: ms }: ListItem, { options, hasDate }: RowAppearance): void {
    const { date, clock } = toDateAndTime(ms, options.isUtc);
    // The year and the milliseconds would take the space of a column.
    setText(this.#time, isUndated ? '–' : hasDate ? `${date.slice(5)} ${clock.slice(0, 8)}` : clock);
    this.#time.title = isUndated ? this.#texts.noTimestamp : new Date(ms).toISOString();
  }

  #showChevron({ label, isOpen, isQuiet }: RowContent['chevron']): void {
    this.#chevron.classList.toggle('quiet', isQuiet);
    this.#chevron.title = label;
    this.#chevron.ariaLabel = label;
    this.#chevron.ariaExpanded = String(isOpen);
    this.#chevronIcon.className = `codicon codicon-chevron-${isOpen ? 'down' : 'right'}`;
  }

  #showMessage({
    gapElement,
    requestName,
    isNameOptional,
    message: text,
    hint,
    json,
    head,
    durationInMs,
    highlight,
  }: RowContent): void {
    this.#message.title = hint;
    this.nameLength = 0;
    // CSS shows it, because the row above can change.
    if (isNameOptional && requestName !== '') this.#message.dataset['request'] = requestName;
    else delete this.#message.dataset['request'];
    const start = isNameOptional || requestName === '' ? '' : `${requestName}  `;
    if (head) {
      this.#drawHead ??= createHeadElement(this.#message);
      this.nameLength = this.#drawHead(head, durationInMs);
    } else if (gapElement === 'loading') {
      this.#message.replaceChildren(createIcon('loading codicon-modifier-spin'), ` ${text}`);
    } else if (gapElement === 'load') {
      this.#message.replaceChildren(createElement('span', 'words', {}, text), ' ', this.#loadButton);
    } else if (json) this.#showJson(start, json, highlight);
    else if (highlight || text.includes('\u001b'))
      this.#message.replaceChildren(start, createColoredText(text, highlight));
    else setText(this.#message, start + text);
  }

  /** Shows JSON as one colored line. */
  #showJson(
    start: string,
    { outline, maxLength, before, after }: NonNullable<RowContent['json']>,
    highlight: RegExp | undefined,
  ): void {
    this.#message.replaceChildren(
      start,
      ...(before === '' ? [] : [createColoredText(before, highlight), '  ']),
      createJsonLine(outline, 0, { maxLength, highlight }),
      ...(after === '' ? [] : ['  ', after]),
    );
  }

  #showRequest(requestId = ''): void {
    this.#request.hidden = requestId === '';
    const title = requestId === '' ? '' : formatText(this.#texts.requestHint, requestId);
    this.#request.title = title;
    this.#request.ariaLabel = title;
  }
}

/** Creates a cell. Its column is explicit (from 1), because empty cells and those of narrow panels are hidden. */
function createCell(column: number, name: string, ...children: readonly (Node | string)[]): HTMLElement {
  const attributes = { role: 'gridcell', 'aria-colindex': String(column) };
  return createElement('span', `cell ${name}`.trim(), attributes, ...children);
}

/**
 * Creates a function that shows a request header in a message cell, with elements that are created once and reused. The
 * function returns the length of the request's name.
 */
function createHeadElement(
  cell: HTMLElement,
): (texts: HeadTexts, durationInMs: number | undefined) => number {
  const createSpan = (name: string) => createElement('span', name);
  const [tool, also] = [createSpan(''), createSpan('also')];
  const name = createElement('span', 'name', {}, tool, also);
  const [took, entries, errors] = [createSpan('took'), createSpan('entries'), createSpan('errors')];
  const firstProblem = createSpan('first-problem');
  const [showEntries, showErrors] = [createCountElement(entries), createCountElement(errors)];
  const rest = createElement('span', 'rest', {}, errors, ' ', firstProblem);
  return (texts, durationInMs) => {
    took.classList.toggle('timed', durationInMs !== undefined);
    took.style.setProperty('--ms', String(durationInMs ?? 0));
    setText(tool, texts.name);
    setText(also, texts.also === '' ? '' : ` ${texts.also}`);
    setText(took, texts.took);
    setText(firstProblem, texts['first-problem']);
    firstProblem.classList.toggle('quiet', texts.errors === '');
    showEntries(texts.entries);
    showErrors(texts.errors || texts.warnings);
    // A column can be too narrow for its text, especially in other languages.
    name.title = joinTexts([texts.name, texts.also], ' ');
    took.title = joinTexts([texts.took, texts.tookHint], '\n');
    entries.title = texts.entries;
    rest.title = joinTexts([joinTexts([texts.errors, texts.warnings], ' · '), texts['first-problem']], '\n');
    // The spaces between columns separate the texts for screen readers.
    if (name.parentElement !== cell) cell.replaceChildren(name, ' ', took, ' ', entries, ' ', rest);
    return name.title.length;
  };
}

/** Joins the texts that aren't empty. */
function joinTexts(texts: readonly string[], separator: string): string {
  return texts.filter((text) => text !== '').join(separator);
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
