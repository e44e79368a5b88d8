import { UniformList } from '../../editor/webview/uniformList.ts';
import type { TunnelPageTexts } from '../page/pageTexts.ts';
import type { RequestRow } from '../page/protocol.ts';
import { createRequestRowFactory, type RequestRowElement } from './requestRow.ts';
import type { RequestRows } from './requestRows.ts';

interface RequestListOptions {
  readonly texts: TunnelPageTexts;
  readonly language: string;
  readonly rows: RequestRows;
  /** Returns the pattern that is highlighted in rows. */
  readonly highlight: () => RegExp | undefined;
  /** Called when another request becomes active. */
  readonly onSelect: (id: number) => void;
  /** Called when the view moves. */
  readonly onMove: () => void;
}

/** The list of requests, of which one can be selected. */
export type RequestList = UniformList<RequestRow, RequestRowElement>;

export function createRequestList(options: RequestListOptions): RequestList {
  const { texts, language, rows, highlight, onSelect, onMove } = options;
  return new UniformList({
    label: texts.requests,
    key: 'requests',
    rowIdPrefix: 'request-',
    isMultiSelectable: false,
    rowSpacePx: 0,
    rows,
    createRow: createRequestRowFactory(texts, language),
    showItem: (element, row) => element.show(row, highlight()),
    getItems: (first, last) =>
      Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) =>
        rows.get(rows.idAt(first + offset)),
      ).filter((row) => row !== undefined),
    getEmptyText() {
      if (rows.length > 0) return undefined;
      return rows.count > 0 ? texts.noMatchingRequests : texts.noRequests;
    },
    onSelect,
    onMove,
  });
}
