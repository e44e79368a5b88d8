import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { moveIndex, moveKeys } from '../../editor/webview/moves.ts';
import { button, type PageTemplate, toolButton } from '../../editor/webview/templates.ts';
import { formatDuration } from '../../editor/webview/units.ts';
import type { RequestOperation } from '../filter.ts';
import type { LogTexts } from '../pageTexts.ts';
import type { LogPage, ReplyOf } from '../protocol.ts';
import { markInvisibleCharacters } from '../rowText.ts';

interface SummaryOptions {
  readonly root: HTMLElement;
  readonly texts: LogTexts;
  readonly host: Pick<PageHost<LogPage>, 'request'>;
  readonly formatNumber: (value: number) => string;
  /** Shows only the requests with this method and tool. */
  narrow(operation: RequestOperation): void;
  /** Called when the summary has appeared, changed, or disappeared. */
  onChange(): void;
  /** Moves the focus to the list. */
  focusList(): void;
}

/** Returns the name of a method or tool, also of one that is unknown. */
export function formatOperation(operation: RequestOperation | undefined, texts: LogTexts): string {
  if (!operation) return texts.unknownOperation;
  return markInvisibleCharacters(operation.tool ?? operation.method ?? texts.noMethod);
}

/** The part of its time that the host can use for updates, because it reads all rows for each. */
const maxUpdateShare = 0.1;

/** Creates the table of the shown requests by method and tool. It's as current as the counts in the toolbar. */
export function createSummary(options: SummaryOptions) {
  const { root, texts, host } = options;
  let isOpen = false;
  let summary: ReplyOf<'summary'> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Time in milliseconds before the next update. */
  let pauseMs = 0;

  function draw(): void {
    render(isOpen && summary ? renderSummary(summary, options, close) : nothing, root);
  }

  /** With `isUpdate`, known rows keep their order, so that they don't move away from the pointer or the focus. */
  async function refresh(isUpdate = false): Promise<void> {
    if (!isOpen) return;
    const start = performance.now();
    try {
      const next = await host.request('summary', { isUpdate });
      if (!isOpen) return;
      pauseMs = (performance.now() - start) * (1 / maxUpdateShare - 1);
      summary = isUpdate && summary ? { ...next, rows: sortLike(summary.rows, next.rows) } : next;
      draw();
      if (!isUpdate) options.onChange();
    } catch {
      // The page is closing.
    }
  }

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    summary = undefined;
    const hasFocus = root.contains(document.activeElement);
    draw();
    options.onChange();
    if (hasFocus) options.focusList();
  }

  root.addEventListener('keydown', (event) => {
    const move = moveKeys[event.key];
    const buttons = [...root.querySelectorAll<HTMLElement>('tbody button')];
    if (!move || buttons.length === 0) return;
    event.preventDefault();
    const active = buttons.indexOf(document.activeElement as HTMLElement);
    buttons[moveIndex(active, move, buttons.length, 10)]?.focus();
  });
  root.setAttribute('aria-label', texts.summary);
  return {
    get isOpen(): boolean {
      return isOpen;
    },
    async toggle(): Promise<void> {
      if (isOpen) {
        close();
        return;
      }
      isOpen = true;
      await refresh();
      (root.querySelector<HTMLElement>('tbody button') ?? root.querySelector('button'))?.focus();
    },
    refresh,
    /** Must be called after the list has changed. */
    update(): void {
      if (!isOpen || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        void refresh(true);
      }, pauseMs);
    },
    /** Returns whether the summary was open. */
    close(): boolean {
      const wasOpen = isOpen;
      close();
      return wasOpen;
    },
  };
}

type SummaryRow = ReplyOf<'summary'>['rows'][number];

/** Sorts rows as before, and adds new ones at the end. */
function sortLike(previous: readonly SummaryRow[], rows: readonly SummaryRow[]): SummaryRow[] {
  const getKey = ({ operation }: SummaryRow) => JSON.stringify([operation?.method, operation?.tool]);
  const keys = previous.map(getKey);
  const getPosition = (row: SummaryRow) => keys.indexOf(getKey(row)) + 1 || keys.length + 1;
  return [...rows].sort((a, b) => getPosition(a) - getPosition(b));
}

function renderSummary(
  { rows, hiddenCount }: ReplyOf<'summary'>,
  { texts, formatNumber, narrow }: SummaryOptions,
  close: () => void,
): TemplateResult {
  const narrowTo = (operation: RequestOperation) => {
    close();
    narrow(operation);
  };
  const columns = [
    [texts.summaryCalls],
    [texts.summaryErrors, texts.summaryErrorsHint],
    [texts.summaryMedian],
    [texts.summaryPercentile],
  ];
  return html`<div class="summary-head">
      <h2>${texts.summary}</h2>
      ${toolButton(texts.closeSummary, 'close', close)}
    </div>
    <table>
      <thead>
        <tr><th scope="col">${texts.columnName}</th>${columns.map(([name, hint]) => html`<th scope="col" class="number" title=${hint ?? nothing}>${name}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map((row) => renderRow(row, texts, formatNumber, narrowTo))}
      </tbody>
    </table>
    ${rows.length === 0 ? html`<p>${texts.noRequests}</p>` : nothing}
    ${hiddenCount === 0 ? nothing : html`<p>${formatText(texts.moreOperations, formatNumber(hiddenCount))}</p>`}`;
}

function renderRow(
  { operation, calls, failedCalls, p50, p95 }: SummaryRow,
  texts: LogTexts,
  formatNumber: (value: number) => string,
  narrow: (operation: RequestOperation) => void,
): TemplateResult {
  const name = formatOperation(operation, texts);
  const renderDuration = (ms: number | undefined): PageTemplate =>
    html`<td class="number">${ms === undefined ? '–' : formatDuration(ms)}</td>`;
  // A click on the button also reaches the row.
  return html`<tr class=${operation ? 'selectable' : nothing} @click=${() => operation && narrow(operation)}>
    <th scope="row" dir="auto" title=${operation ? nothing : texts.unknownOperationHint}>${
      operation
        ? button(name, { className: 'link', hint: formatText(texts.narrowHint, name) }, () => undefined)
        : name
    }</th>
    <td class="number">${formatNumber(calls)}</td>
    <td class=${failedCalls > 0 ? 'number failed' : 'number none'}>${formatNumber(failedCalls)}</td>
    ${renderDuration(p50)} ${renderDuration(p95)}
  </tr>`;
}
