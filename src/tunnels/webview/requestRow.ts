import { createElement, setText } from '../../editor/webview/dom.ts';
import { highlightMatches } from '../../editor/webview/highlightMatches.ts';
import { formatDuration, formatSize } from '../../editor/webview/units.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type { TunnelPageTexts } from '../page/pageTexts.ts';
import type { RequestRow } from '../page/protocol.ts';

export type RequestRowElement = ReturnType<ReturnType<typeof createRequestRowFactory>>;

/** Whether a request failed: it has an HTTP error, a JSON-RPC error, or no complete response. */
export const hasFailed = ({
  status = 0,
  failure,
  hasRpcError = false,
}: Pick<RequestRow, 'status' | 'failure' | 'hasRpcError'>): boolean =>
  failure !== undefined || status >= 400 || hasRpcError;

/**
 * Returns a function that creates reusable row elements: time, status, JSON-RPC method with its tool, HTTP method with its
 * path, duration, and size.
 */
export function createRequestRowFactory(
  texts: Pick<TunnelPageTexts, 'open' | 'failed' | 'rpcError' | 'replayed'>,
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
    const time = createCell('time');
    const statusIcon = createElement('span', '', { 'aria-hidden': 'true' });
    const statusText = createElement('span', '');
    const hiddenStatus = createElement('span', 'unseen');
    const status = createCell('status', statusIcon, statusText, hiddenStatus);
    const replay = createElement('span', '', { 'aria-hidden': 'true' });
    const replayText = createElement('span', 'unseen');
    const rpcMethod = createElement('span', '', { dir: 'auto' });
    const target = createElement('span', 'target', { dir: 'auto' });
    const call = createCell('call', replay, replayText, rpcMethod, ' ', target);
    const method = createElement('span', '');
    const path = createElement('span', '', { dir: 'auto' });
    const request = createCell('request quiet', method, ' ', path);
    const duration = createCell('duration');
    const size = createCell('size quiet');
    const root = createElement('div', 'row', { role: 'row' }, time, status, call, request, duration, size);

    /** Marks an open or a failed request. */
    function showStatus(row: RequestRow): void {
      const isOpen = row.durationMs === undefined;
      const isFailed = hasFailed(row);
      const openLabel = isOpen ? texts.open : '';
      const label = row.hasRpcError ? texts.rpcError : isFailed ? texts.failed : openLabel;
      status.title = label;
      setText(hiddenStatus, label === '' ? '' : ` ${label}`);
      setText(statusText, row.status === undefined ? '' : String(row.status));
      statusIcon.className = isFailed
        ? 'codicon codicon-error bad'
        : isOpen
          ? 'codicon codicon-sync codicon-modifier-spin'
          : '';
    }

    return {
      root,
      show(row: RequestRow, highlight: RegExp | undefined): void {
        root.id = `request-${row.id}`;
        root.classList.toggle('no-call', row.rpcMethod === undefined);
        setText(time, timeFormat.format(row.startedAt));
        showStatus(row);
        const isReplay = row.replayOf !== undefined;
        replay.className = isReplay ? 'codicon codicon-debug-rerun' : '';
        call.title = isReplay ? texts.replayed : '';
        setText(replayText, isReplay ? `${texts.replayed} ` : '');
        setHighlighted(rpcMethod, row.rpcMethod ?? '', highlight);
        setHighlighted(target, row.target ?? '', highlight);
        setHighlighted(method, row.method, highlight);
        setHighlighted(path, row.path, highlight);
        setText(duration, row.durationMs === undefined ? '' : formatDuration(row.durationMs));
        setText(size, row.status === undefined ? '' : formatSize(row.size, language));
      },
    };
  };
}

function createCell(name: string, ...children: readonly (Node | string)[]): HTMLElement {
  return createElement('span', `cell ${name}`, { role: 'gridcell' }, ...children);
}

function setHighlighted(element: HTMLElement, text: string, highlight: RegExp | undefined): void {
  const visibleText = toVisibleText(text);
  if (highlight) element.replaceChildren(...highlightMatches(visibleText, highlight));
  else setText(element, visibleText);
}
