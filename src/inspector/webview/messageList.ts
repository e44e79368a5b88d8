import { UniformList } from '../../editor/webview/uniformList.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { MessageFinder } from './messageFinder.ts';
import type { MessageItem, MessageLineCache } from './messageLineCache.ts';
import { createMessageRowFactory, type MessageRow } from './messageRow.ts';

/** Space in each row in addition to the row height of other lists, for the bar of the duration. */
const rowSpacePx = 4;
/** Number of lines that are requested beyond the drawn rows. */
const prefetchMargin = 40;

interface MessageListOptions {
  readonly texts: InspectorTexts;
  readonly language: string;
  readonly rows: MessageFinder;
  readonly lines: MessageLineCache;
  /** Returns the longest time between a request and its response, in milliseconds. It has the longest bar. */
  readonly getSlowestMs: () => number;
  /** Returns the pattern that is highlighted in a message. */
  readonly highlight: (matches: readonly string[] | undefined) => RegExp | undefined;
  /** Validates the responses of drawn rows. */
  readonly validate: (indexes: readonly number[]) => void;
  /** Called when another message becomes active. */
  readonly onSelect: (index: number) => void;
  /** Called when the view moves. */
  readonly onMove: () => void;
}

/** The list of messages, which are identified by index. */
export type MessageList = UniformList<MessageItem, MessageRow>;

export function createMessageList(options: MessageListOptions): MessageList {
  const { texts, language, rows, lines, getSlowestMs, highlight, validate, onSelect, onMove } = options;
  /** Returns the message indexes of a range of rows, both ends included. */
  const listIndexes = (first: number, last: number): readonly number[] =>
    Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => rows.idAt(first + offset));
  return new UniformList({
    label: texts.messages,
    key: 'messages',
    rowIdPrefix: 'message-',
    isMultiSelectable: true,
    rowSpacePx,
    rows,
    createRow: createMessageRowFactory(texts, language),
    showItem: (row, item) => row.show(item, highlight(item.line?.matches), getSlowestMs()),
    getItems(first, last) {
      const prefetchEnd = Math.min(rows.length - 1, last + prefetchMargin);
      void lines.request(listIndexes(Math.max(0, first - prefetchMargin), prefetchEnd));
      const indexes = listIndexes(first, last);
      validate(indexes);
      return indexes.map((index) => lines.getItem(index));
    },
    getEmptyText() {
      if (rows.length > 0 || rows.isSearching) return undefined;
      return rows.isFiltered ? texts.noMatchingMessages : texts.noMessages;
    },
    onSelect,
    onMove,
  });
}
