import { element, iconElement, setText } from '../../editor/webview/dom.ts';
import { markedParts } from '../../editor/webview/markedParts.ts';
import { durationText, sizeText } from '../../editor/webview/units.ts';
import { visibleText } from '../../editor/webview/visibleText.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { MessageItem } from './messageLineCache.ts';

/** Answers elements that show one message after another: way, time, method and what it is about, duration, size. */
export function createMessageRowFactory(
  strings: Pick<InspectorTexts, 'sent' | 'received'>,
  language: string,
) {
  const timeText = new Intl.DateTimeFormat(language, {
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3, hourCycle: 'h23' },
  });

  return function createRow() {
    const wayIcon = element('span', '', { 'aria-hidden': 'true' });
    const wayText = element('span', 'unseen');
    const way = gridCell('way', wayIcon, wayText);
    const at = gridCell('at');
    const fault = iconElement('error');
    fault.classList.add('bad');
    const name = element('span', '', { dir: 'auto' });
    const subject = element('span', 'subject', { dir: 'auto' });
    const id = element('span', 'quiet');
    const method = gridCell('method', fault, name, ' ', subject, id);
    const took = gridCell('took');
    const size = gridCell('size quiet');
    const root = element('div', 'row', { role: 'row' }, way, at, method, took, size);
    return {
      root,
      show({ id: index, line }: MessageItem, mark: RegExp | undefined): void {
        root.id = `message-${index}`;
        const isSent = line?.direction === 'sent';
        const said = line ? (isSent ? strings.sent : strings.received) : '';
        way.title = said;
        setText(wayText, said);
        wayIcon.className = line ? `codicon codicon-arrow-${isSent ? 'up' : 'down'}` : '';
        setText(at, line ? timeText.format(line.at) : '');
        fault.hidden = line?.kind !== 'error';
        setMarked(name, visibleText(line?.method ?? ''), mark);
        setMarked(subject, visibleText(line?.subject ?? ''), mark);
        setText(id, line?.id === undefined ? '' : ` #${visibleText(line.id)}`);
        setText(took, line?.durationMs === undefined ? '' : durationText(line.durationMs, language));
        setText(size, line ? sizeText(line.size, language) : '');
      },
    };
  };
}

function gridCell(name: string, ...children: readonly (Node | string)[]): HTMLElement {
  return element('span', `cell ${name}`, { role: 'gridcell' }, ...children);
}

function setMarked(element: HTMLElement, text: string, mark: RegExp | undefined): void {
  if (mark) element.replaceChildren(...markedParts(text, mark));
  else setText(element, text);
}
