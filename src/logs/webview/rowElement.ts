import { createElement, createIcon, setText } from '../../editor/webview/dom.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { omitUndefined } from '../../fields.ts';
import type { EntryMenuContext } from '../menuMessages.ts';
import type { LogTexts } from '../pageTexts.ts';
import type { ListItem } from '../protocol.ts';
import { markUnseenCharacters, shortenRequestId, toDateAndTime } from '../rowText.ts';
import { isToolCall } from '../toolCall.ts';
import { createColoredText } from './coloredText.ts';
import { createDetails, type RowActions } from './details.ts';
import { createRowContent, type HeadTexts, type RowAppearance, type RowContent } from './rowContent.ts';

export type RowElement = ReturnType<typeof createRowElement>;

/**
 * Creates an element that can show different rows, because creating elements makes scrolling slow. It contains cells
 * for chevron, time, type, method, message, duration, and request, and the details below.
 */
export function createRowElement(strings: LogTexts, actions: RowActions) {
  let item: ListItem | undefined;
  const chevronIcon = createElement('span', '', { 'aria-hidden': 'true' });
  const chevron = createElement('button', 'chevron', { type: 'button', tabindex: '-1' }, chevronIcon);
  chevron.addEventListener('click', () => item && actions.toggle(item));
  const date = createElement('span', 'date');
  const clock = document.createTextNode('');
  const time = createCell('time', date, clock);
  const type = createCell('type');
  const method = createCell('method');
  const message = createCell('message');
  const duration = createCell('duration');
  const request = createElement('button', 'request', { type: 'button', tabindex: '-1' });
  request.addEventListener('click', () => item?.requestId && actions.showRequest(item.requestId));
  const requestCell = createCell('requests', request);
  const load = createElement('button', 'link', { type: 'button', tabindex: '-1' }, strings.loadGap);
  load.addEventListener('click', () => item && actions.fill(item));
  const root = createElement(
    'div',
    'row',
    { role: 'row' },
    createCell('', chevron),
    time,
    type,
    method,
    message,
    duration,
    requestCell,
  );
  let details: HTMLElement | undefined;
  let showHead: ReturnType<typeof createHeadElement> | undefined;

  function showTime({ undated, time: ms }: ListItem, isUtc: boolean): void {
    const { date: day, clock: hours } = toDateAndTime(ms, isUtc);
    setText(date, undated ? '' : `${day} `);
    clock.data = undated ? '–' : hours;
    time.title = undated ? strings.noTime : new Date(ms).toISOString();
  }

  function showChevron({ label, isOpen, isQuiet }: RowContent['chevron']): void {
    chevron.classList.toggle('quiet', isQuiet);
    chevron.title = label;
    chevron.ariaLabel = label;
    chevron.ariaExpanded = String(isOpen);
    chevronIcon.className = `codicon codicon-chevron-${isOpen ? 'down' : 'right'}`;
  }

  function showMessage({ before, message: text, head, mark }: RowContent): void {
    // The time range of a gap isn't shown elsewhere. Entries show their text in the details.
    message.title = before === undefined ? '' : text;
    if (head) {
      showHead ??= createHeadElement(message);
      showHead(head);
    } else if (before === 'loading') {
      message.replaceChildren(createIcon('loading codicon-modifier-spin'), ` ${text}`);
    } else if (before === 'load') message.replaceChildren(load, ` ${text}`);
    else if (mark || text.includes('\u001b')) message.replaceChildren(createColoredText(text, mark));
    else setText(message, text);
  }

  function showRequest(requestId = ''): void {
    request.hidden = requestId === '';
    setText(request, markUnseenCharacters(shortenRequestId(requestId)));
    const title = requestId === '' ? '' : formatText(strings.requestHint, requestId);
    request.title = title;
    request.ariaLabel = title;
  }

  return {
    root,
    show(next: ListItem, look: RowAppearance): void {
      item = next;
      const content = createRowContent(next, look, strings);
      const names = [look.isExpanded && 'expanded', next.isHit && 'hit', content.isChild && 'child'];
      root.className = ['row', content.kind, ...names.filter(Boolean)].join(' ');
      root.id = `row-${next.id}`;
      root.dataset['vscodeContext'] = JSON.stringify({
        webviewSection: content.section,
        hasRequest: next.requestId !== undefined,
        isToolCall: isToolCall(next),
        entryId: next.id,
        ...omitUndefined({ requestId: next.requestId }),
        preventDefaultContextMenuItems: true,
      } satisfies EntryMenuContext);
      showTime(next, look.options.isUtc);
      showRequest(next.requestId);
      if (content.typeIcon) type.replaceChildren(createIcon(content.typeIcon));
      else setText(type, content.type);
      type.title = content.type;
      setText(method, content.method);
      method.title = content.method;
      setText(duration, content.duration);
      duration.title = content.duration;
      showMessage(content);
      showChevron(content.chevron);
      details?.remove();
      details = content.hasDetails ? createDetails(next, look, strings, actions) : undefined;
      if (details) root.append(details);
    },
  };
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
