import { createElement, createIcon } from '../../editor/webview/dom.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import type { createJsonView } from '../../editor/webview/jsonView.ts';
import { formatDuration } from '../../editor/webview/units.ts';
import { parseJsonContent } from '../jsonContent.ts';
import type { LogTexts } from '../pageTexts.ts';
import type { ListItem } from '../protocol.ts';
import { formatExpandedContent, markInvisibleCharacters } from '../rowText.ts';
import { isToolCall } from '../toolCall.ts';
import { createColoredText } from './coloredText.ts';
import type { RowAppearance } from './rowContent.ts';

/** The actions that the user can perform on a row. */
export interface LogRowActions {
  /** Expands or collapses a row, or loads a gap. */
  toggleExpanded(item: ListItem): void;
  /** Shows the complete text of an expanded row. */
  showAll(item: ListItem): void;
  /** Shows only the entries of a request, or all requests again. */
  toggleRequestFilter(requestId: string): void;
  copy(item: ListItem): void;
  /** Opens the inspector with the tool call of a request. */
  callToolAgain(requestId: string): void;
  /** Returns the view of an expanded row's JSON, which keeps its folds while the row isn't drawn. */
  getJsonView(id: number): ReturnType<typeof createJsonView>;
  /** Loads the entries of a gap. */
  loadGap(item: ListItem): void;
}

/** Maximum number of characters that are shown at first, so that expanding a row doesn't block the page. */
const initialTextLength = 20_000;

/** Creates the details of an entry: its fields, its text or foldable JSON, and buttons. */
export function createDetails(
  item: ListItem,
  appearance: Pick<RowAppearance, 'hasWholeText' | 'highlight'>,
  texts: LogTexts,
  actions: Omit<LogRowActions, 'toggleExpanded' | 'loadGap'>,
): HTMLElement {
  const { requestId } = item;
  const fields = [
    item.isUndated ? texts.noTimestamp : new Date(item.time).toISOString(),
    item.method ? markInvisibleCharacters(item.method) : undefined,
    // Without a content, the row shows only the duration.
    item.durationInMs === undefined || !item.content ? undefined : formatDuration(item.durationInMs),
    requestId ? formatText(texts.request, markInvisibleCharacters(requestId)) : undefined,
  ].filter((field) => field !== undefined);
  const bar = createElement(
    'div',
    'entry-fields',
    {},
    ...fields.map((field) => createElement('span', 'entry-field', {}, field)),
    createDetailsButton('copy', texts.copyEntry, () => actions.copy(item)),
  );
  if (requestId)
    bar.append(
      createDetailsButton('filter', texts.showRequest, () => actions.toggleRequestFilter(requestId)),
    );
  if (requestId && isToolCall(item)) {
    bar.append(createDetailsButton('debug-rerun', texts.callAgain, () => actions.callToolAgain(requestId)));
  }
  return createElement(
    'div',
    'details',
    { role: 'gridcell' },
    bar,
    ...createTextElements(item, appearance, texts, actions),
  );
}

function createTextElements(
  item: ListItem,
  { hasWholeText, highlight }: Pick<RowAppearance, 'hasWholeText' | 'highlight'>,
  texts: LogTexts,
  { showAll, getJsonView }: Pick<LogRowActions, 'showAll' | 'getJsonView'>,
): HTMLElement[] {
  const { content } = item;
  if (!content) return [];
  if (!item.isCut && parseJsonContent(item)) {
    const view = getJsonView(item.id);
    view.show(content, highlight);
    return [view.root];
  }
  const text = formatExpandedContent(content);
  const isShownWhole = hasWholeText || text.length <= initialTextLength;
  const visibleText = isShownWhole ? text : text.slice(0, initialTextLength);
  const textElement = createElement(
    'div',
    'text',
    {},
    createColoredText(markInvisibleCharacters(visibleText), highlight, true),
  );
  if (isShownWhole) return [textElement];
  const label = formatText(
    texts.showAllCharacters,
    text.length.toLocaleString(document.documentElement.lang),
  );
  const showAllButton = createElement('button', 'link', { type: 'button' }, label);
  showAllButton.addEventListener('click', () => showAll(item));
  return [textElement, showAllButton];
}

function createDetailsButton(icon: string, label: string, onClick: () => void): HTMLElement {
  const button = createElement(
    'button',
    'tool',
    { type: 'button', title: label, 'aria-label': label },
    createIcon(icon),
  );
  button.addEventListener('click', onClick);
  return button;
}
