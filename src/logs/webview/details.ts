import { createElement, createIcon } from '../../editor/webview/dom.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import type { LogTexts } from '../pageTexts.ts';
import type { ListItem } from '../protocol.ts';
import { formatCallDuration, formatExpandedContent, markInvisibleCharacters } from '../rowText.ts';
import { isToolCall } from '../toolCall.ts';
import { createColoredText } from './coloredText.ts';
import type { RowAppearance } from './rowContent.ts';

/** The actions of a row. */
export interface LogRowActions {
  toggleExpanded(item: ListItem): void;
  /** Shows the complete text of an expanded row. */
  showAll(item: ListItem): void;
  toggleRequestFilter(requestId: string): void;
  copy(item: ListItem): void;
  callToolAgain(requestId: string): void;
  openLink(url: string): void;
  /** Loads the entries of a gap. */
  loadGap(item: ListItem): void;
}

/** Maximum number of characters that are shown at first, so that expanding a row doesn't block the page. */
const initialTextLength = 20_000;

/** Creates the details of an entry: its fields, its text or indented JSON, and buttons. */
export function createDetails(
  row: ListItem,
  look: Pick<RowAppearance, 'hasWholeText' | 'highlight'>,
  strings: LogTexts,
  actions: Pick<LogRowActions, 'showAll' | 'toggleRequestFilter' | 'copy' | 'callToolAgain' | 'openLink'>,
): HTMLElement {
  const { requestId } = row;
  const facts = [
    row.isUndated ? strings.noTimestamp : new Date(row.time).toISOString(),
    row.method ? markInvisibleCharacters(row.method) : undefined,
    row.durationInMs === undefined ? undefined : formatCallDuration(row.durationInMs),
    requestId ? formatText(strings.request, markInvisibleCharacters(requestId)) : undefined,
  ].filter((fact) => fact !== undefined);
  const bar = createElement(
    'div',
    'facts',
    {},
    ...facts.map((fact) => createElement('span', 'fact', {}, fact)),
    createDetailsButton('copy', strings.copyEntry, () => actions.copy(row)),
  );
  if (requestId)
    bar.append(
      createDetailsButton('filter', strings.showRequest, () => actions.toggleRequestFilter(requestId)),
    );
  if (requestId && isToolCall(row)) {
    bar.append(createDetailsButton('debug-rerun', strings.callAgain, () => actions.callToolAgain(requestId)));
  }
  return createElement(
    'div',
    'details',
    { role: 'gridcell' },
    bar,
    ...createTextElements(row, look, strings, actions),
  );
}

function createTextElements(
  row: ListItem,
  { hasWholeText, highlight }: Pick<RowAppearance, 'hasWholeText' | 'highlight'>,
  strings: LogTexts,
  { showAll, openLink }: Pick<LogRowActions, 'showAll' | 'openLink'>,
): HTMLElement[] {
  const { content } = row;
  if (!content) return [];
  const text = formatExpandedContent(content);
  const isShort = hasWholeText || text.length <= initialTextLength;
  const shown = isShort ? text : text.slice(0, initialTextLength);
  const block = createElement(
    'div',
    'text',
    {},
    createColoredText(markInvisibleCharacters(shown), highlight, openLink),
  );
  if (isShort) return [block];
  const label = formatText(strings.showAll, text.length.toLocaleString(document.documentElement.lang));
  const more = createElement('button', 'link', { type: 'button' }, label);
  more.addEventListener('click', () => showAll(row));
  return [block, more];
}

function createDetailsButton(icon: string, label: string, run: () => void): HTMLElement {
  const made = createElement(
    'button',
    'tool',
    { type: 'button', title: label, 'aria-label': label },
    createIcon(icon),
  );
  made.addEventListener('click', run);
  return made;
}
