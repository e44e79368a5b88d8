import { element, iconElement } from '../../editor/webview/dom.ts';
import { fill } from '../../editor/webview/fill.ts';
import { groupOf } from '../filter.ts';
import type { EntryContext } from '../menuMessages.ts';
import type { ListItem } from '../protocol.ts';
import { clockParts, durationText, firstLineOf, isExpandable, shortId, wrappedTextOf } from '../rowText.ts';
import type { Strings } from '../strings.ts';
import { coloredText } from './coloredText.ts';
import { detailsElement } from './details.ts';
import { headText } from './headText.ts';
import type { RowActions } from './rowActions.ts';
import type { RowLook } from './rowLook.ts';

/** An element that shows one row after another: making elements is what scrolling costs. */
export interface RowElement {
  readonly root: HTMLElement;
  show(item: ListItem, look: RowLook): void;
}

/** Makes an element of the list: chevron, time, type, method, message, duration, request; the whole entry below. */
export function createRowElement(strings: Strings, actions: RowActions): RowElement {
  let item: ListItem | undefined;
  const chevronIcon = element('span', '', { 'aria-hidden': 'true' });
  const chevron = element('button', 'chevron', { type: 'button', tabindex: '-1' }, chevronIcon);
  chevron.addEventListener('click', () => item && actions.toggle(item));
  const date = element('span', 'date');
  const clock = document.createTextNode('');
  const time = cell('time', date, clock);
  const type = cell('type');
  const method = cell('method');
  const message = cell('message');
  const duration = cell('duration');
  const request = element('button', 'request', { type: 'button', tabindex: '-1' });
  request.addEventListener('click', () => item?.requestId && actions.showRequest(item.requestId));
  const requestCell = cell('requests', request);
  const load = element('button', 'link', { type: 'button', tabindex: '-1' }, strings.loadGap);
  load.addEventListener('click', () => item && actions.fill(item));
  const root = element(
    'div',
    'row',
    { role: 'row' },
    cell('', chevron),
    time,
    type,
    method,
    message,
    duration,
    requestCell,
  );
  let details: HTMLElement | undefined;

  function showTime({ undated, time: ms }: ListItem, isUtc: boolean): void {
    const { date: day, clock: hours } = clockParts(ms, isUtc);
    setText(date, undated ? '' : `${day} `);
    clock.data = undated ? '–' : hours;
    time.title = undated ? strings.noTime : new Date(ms).toISOString();
  }

  function showChevron(label: string, isOpen: boolean, isQuiet: boolean): void {
    chevron.classList.toggle('quiet', isQuiet);
    chevron.title = label;
    chevron.ariaLabel = label;
    chevron.ariaExpanded = String(isOpen);
    chevronIcon.className = `codicon codicon-chevron-${isOpen ? 'down' : 'right'}`;
  }

  function showMessage(text: string, mark?: RegExp): void {
    if (!mark && !text.includes('\u001b')) setText(message, text);
    else message.replaceChildren(coloredText(text, mark));
  }

  function showRequest(requestId: string | undefined): void {
    request.hidden = !requestId;
    if (!requestId) return;
    setText(request, shortId(requestId));
    const title = fill(strings.requestHint, requestId);
    request.title = title;
    request.ariaLabel = title;
  }

  return {
    root,
    show(next, { isExpanded, isWhole, mark, options }) {
      item = next;
      const { head, gap } = next;
      const kind = gap
        ? 'gap'
        : head
          ? `head${head.errors > 0 ? ' error' : ''}`
          : groupOf(next.type).toLowerCase();
      const isChild = options.isGrouped && !head && !gap && next.requestId !== undefined;
      const names = [isExpanded && 'expanded', next.isHit && 'hit', isChild && 'child'];
      root.className = ['row', kind, ...names.filter(Boolean)].join(' ');
      root.id = `row-${next.id}`;
      root.dataset['vscodeContext'] = JSON.stringify({
        webviewSection: gap ? 'gap' : head ? 'request' : 'entry',
        hasRequest: next.requestId !== undefined,
        entryId: next.id,
        ...(next.requestId !== undefined && { requestId: next.requestId }),
        preventDefaultContextMenuItems: true,
      } satisfies EntryContext);
      details?.remove();
      details = undefined;
      showTime(next, options.isUtc);
      showRequest(next.requestId);
      if (gap) {
        setText(type, '');
        // The way to them first: what is longer than the row is cut off.
        message.replaceChildren(
          gap.isLoading ? iconElement('loading codicon-modifier-spin') : load,
          ` ${gapText(gap, strings, options.isUtc)}`,
        );
        showChevron('', false, true);
        return;
      }
      if (head) {
        type.replaceChildren(iconElement(head.errors > 0 ? 'error' : head.hasEnded ? 'pass' : 'loading'));
        showMessage(headText(head, strings));
        showChevron(head.isOpen ? strings.collapse : strings.expand, head.isOpen, false);
        return;
      }
      setText(type, next.type);
      type.title = next.type;
      const { isWrapped, hasColumns } = options;
      method.textContent = hasColumns ? (next.method ?? '') : '';
      method.title = method.textContent;
      duration.textContent = hasColumns ? durationOf(next) : '';
      duration.title = duration.textContent;
      showMessage(isWrapped ? wrappedTextOf(next, hasColumns) : firstLineOf(next, hasColumns).line, mark);
      const isOpenable = isExpandable(next);
      showChevron(isExpanded ? strings.collapse : strings.expand, isExpanded, !isOpenable);
      if (!isExpanded) return;
      details = detailsElement(next, { isWhole, mark }, strings, actions);
      root.append(details);
    },
  };
}

function cell(name: string, ...children: readonly (Node | string)[]): HTMLElement {
  return element('span', `cell ${name}`.trim(), { role: 'gridcell' }, ...children);
}

/** Makes `text` all that an element has. Its text node is kept: a new one would be laid out from nothing. */
function setText(element: HTMLElement, text: string): void {
  const { firstChild } = element;
  if (!(firstChild instanceof Text) || firstChild.nextSibling) element.textContent = text;
  else if (firstChild.data !== text) firstChild.data = text;
}

function durationOf({ durationInMs }: ListItem): string {
  return durationInMs === undefined ? '' : durationText(durationInMs);
}

function gapText(
  { from, until, isLoading }: NonNullable<ListItem['gap']>,
  strings: Strings,
  isUtc: boolean,
): string {
  const said = (ms: number) => {
    const { date, clock } = clockParts(ms, isUtc);
    return `${date} ${clock}`;
  };
  return fill(isLoading ? strings.gapLoading : strings.gap, said(from), said(until));
}
