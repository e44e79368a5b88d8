import { createElement, createIcon, setText } from '../../editor/webview/dom.ts';
import { highlightMatches } from '../../editor/webview/highlightMatches.ts';
import { formatDuration, formatSize } from '../../editor/webview/units.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type { MessageLine } from '../pageSchemas.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { MessageItem } from './messageLineCache.ts';

export type MessageRow = ReturnType<ReturnType<typeof createMessageRowFactory>>;

/** Creates reusable row elements with direction, time, method, subject, duration, and size. */
export function createMessageRowFactory(
  strings: Pick<InspectorTexts, 'sent' | 'received'>,
  language: string,
) {
  const timeText = new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  });

  return function createRow() {
    const directionIcon = createElement('span', '', { 'aria-hidden': 'true' });
    const directionText = createElement('span', 'unseen');
    const direction = gridCell('way', directionIcon, directionText);
    const at = gridCell('at');
    const fault = createIcon('error');
    fault.classList.add('bad');
    const name = createElement('span', '', { dir: 'auto' });
    const subject = createElement('span', 'subject', { dir: 'auto' });
    const id = createElement('span', 'quiet');
    const method = gridCell('method', fault, name, ' ', subject, id);
    const duration = gridCell('took');
    const size = gridCell('size quiet');
    const root = createElement('div', 'row', { role: 'row' }, direction, at, method, duration, size);

    function showDirection(line: MessageLine | undefined): void {
      const isSent = line?.direction === 'sent';
      const label = line ? strings[line.direction] : '';
      direction.title = label;
      setText(directionText, label);
      directionIcon.className = line ? `codicon codicon-arrow-${isSent ? 'up' : 'down'}` : '';
    }

    return {
      root,
      show({ id: index, line }: MessageItem, mark: RegExp | undefined): void {
        root.id = `message-${index}`;
        showDirection(line);
        setText(at, line ? timeText.format(line.timestamp) : '');
        fault.hidden = line?.kind !== 'error';
        setMarked(name, toVisibleText(line?.method ?? ''), mark);
        setMarked(subject, toVisibleText(line?.subject ?? ''), mark);
        setText(id, line?.id === undefined ? '' : ` #${toVisibleText(line.id)}`);
        setText(duration, line?.durationMs === undefined ? '' : formatDuration(line.durationMs, language));
        setText(size, line ? formatSize(line.size, language) : '');
      },
    };
  };
}

function gridCell(name: string, ...children: readonly (Node | string)[]): HTMLElement {
  return createElement('span', `cell ${name}`, { role: 'gridcell' }, ...children);
}

function setMarked(element: HTMLElement, text: string, mark: RegExp | undefined): void {
  if (mark) element.replaceChildren(...highlightMatches(text, mark));
  else setText(element, text);
}
