import { createElement, setText } from '../../editor/webview/dom.ts';
import { highlightMatches } from '../../editor/webview/highlightMatches.ts';
import { formatDuration, formatSize } from '../../editor/webview/units.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type { MessageLine } from '../pageSchemas.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { MessageItem } from './messageLineCache.ts';

export type MessageRow = ReturnType<ReturnType<typeof createMessageRowFactory>>;

/**
 * Returns a function that creates reusable row elements for exchanges, with time, direction, outcome, method, subject, duration
 * with its bar, and size.
 */
export function createMessageRowFactory(
  texts: Pick<InspectorTexts, 'sent' | 'received' | 'callFailed' | 'invalidResponse'>,
  language: string,
) {
  const timeFormat = new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  });

  return function createRow() {
    const directionIcon = createElement('span', '', { 'aria-hidden': 'true' });
    const directionText = createElement('span', 'unseen');
    const direction = createElement('span', 'direction', {}, directionIcon, directionText);
    const time = gridCell('time');
    const outcomeIcon = createElement('span', '', { 'aria-hidden': 'true' });
    const outcomeText = createElement('span', 'unseen');
    const outcome = createElement('span', 'outcome', {}, outcomeIcon, outcomeText);
    const name = createElement('span', '', { dir: 'auto' });
    const subject = createElement('span', 'subject', { dir: 'auto' });
    const id = createElement('span', 'quiet');
    const method = gridCell('method', direction, outcome, name, ' ', subject, id);
    const bar = createElement('span', 'latency', { 'aria-hidden': 'true' });
    const durationText = createElement('span', '');
    const duration = gridCell('duration', bar, durationText);
    const size = gridCell('size quiet');
    const root = createElement('div', 'row', { role: 'row' }, time, method, duration, size);

    function showDirection(line: MessageLine | undefined): void {
      const label = line ? texts[line.direction] : '';
      direction.title = label;
      setText(directionText, label);
      // Most messages are from this client, so only the others are marked.
      directionIcon.className = line?.direction === 'received' ? 'codicon codicon-arrow-down' : '';
    }

    /** Marks an exchange that failed or has an invalid response, with the same icon as its details. */
    function showOutcome({ line, hasInvalidResponse = false }: MessageItem): void {
      const hasFailed = line?.kind === 'error' || line?.hasFailed === true;
      const isInvalid = hasInvalidResponse && !hasFailed;
      const label = hasFailed ? texts.callFailed : isInvalid ? texts.invalidResponse : '';
      outcome.title = label;
      setText(outcomeText, label);
      outcomeIcon.className = hasFailed
        ? 'codicon codicon-error bad'
        : isInvalid
          ? 'codicon codicon-warning poor'
          : '';
      bar.classList.toggle('failed', hasFailed);
      bar.classList.toggle('invalid', isInvalid);
    }

    return {
      root,
      /** `slowestMs`: the duration that has the longest bar. */
      show(item: MessageItem, highlight: RegExp | undefined, slowestMs: number): void {
        const { id: index, line } = item;
        root.id = `message-${index}`;
        showDirection(line);
        setText(time, line ? timeFormat.format(line.timestamp) : '');
        showOutcome(item);
        setHighlighted(name, toVisibleText(line?.method ?? ''), highlight);
        setHighlighted(subject, toVisibleText(line?.subject ?? ''), highlight);
        setText(id, line?.id === undefined ? '' : ` #${toVisibleText(line.id)}`);
        const { durationMs, size: messageSize, responseSize = messageSize } = line ?? {};
        setText(durationText, durationMs === undefined ? '' : formatDuration(durationMs));
        bar.hidden = durationMs === undefined;
        bar.style.inlineSize = `${(100 * (durationMs ?? 0)) / Math.max(1, slowestMs)}%`;
        setText(size, responseSize === undefined ? '' : formatSize(responseSize, language));
      },
    };
  };
}

function gridCell(name: string, ...children: readonly (Node | string)[]): HTMLElement {
  return createElement('span', `cell ${name}`, { role: 'gridcell' }, ...children);
}

function setHighlighted(element: HTMLElement, text: string, highlight: RegExp | undefined): void {
  if (highlight) element.replaceChildren(...highlightMatches(text, highlight));
  else setText(element, text);
}
