import type { LogRow } from '../logRow.ts';
import { copyText } from '../rowText.ts';
import type { RowList } from './rowList.ts';

/** What copying reaches. */
export interface CopyTargets {
  /** Holds the drawn rows. */
  readonly host: HTMLElement;
  readonly list: Pick<RowList, 'active' | 'selected' | 'select' | 'selectAll'>;
  /** All rows of the list in order, drawn or not. */
  shown(): readonly LogRow[];
}

/** Copies whole entries, one line each; within one row the browser copies what is marked there. */
export function listenToCopying(targets: CopyTargets): void {
  const { host, list } = targets;
  let isPressed = false;
  document.addEventListener('pointerdown', () => {
    isPressed = true;
  });
  document.addEventListener('pointercancel', () => {
    isPressed = false;
  });
  document.addEventListener('pointerup', () => {
    isPressed = false;
    // What is marked ends when its rows are scrolled away; what is selected stays.
    const marked = markedRows(targets);
    const [first] = marked;
    const last = marked.at(-1);
    if (first && last && first !== last) list.select(first, last);
  });
  document.addEventListener('selectionchange', () => {
    // The editor's own "select all" marks the whole page, in which only few of the rows are drawn.
    if (!isPressed && isAllMarked(host)) list.selectAll();
  });
  document.addEventListener('copy', (event) => {
    if (event.target instanceof HTMLInputElement) return;
    const isMarked = range() !== undefined;
    const rows = isMarked ? markedRows(targets) : list.selected;
    if (rows.length === 0 || (isMarked && rows.length === 1)) return;
    event.clipboardData?.setData('text/plain', copyText(rows));
    event.preventDefault();
  });
}

/** What is marked in the page; `undefined` for nothing. */
function range(): Range | undefined {
  const selection = getSelection();
  return selection && !selection.isCollapsed ? selection.getRangeAt(0) : undefined;
}

/** All rows from the first to the last one with marked text. */
function markedRows({ host, list, shown }: CopyTargets): readonly LogRow[] {
  const marked = range();
  if (!marked?.intersectsNode(host)) return [];
  const ids = new Set([...host.children].filter((row) => isTouched(marked, row)).map(({ id }) => id));
  const { active } = list;
  // The row where the mouse was pressed may be scrolled away since: it is not drawn any more.
  const isBegunInList = host.contains(getSelection()?.anchorNode ?? null);
  if (ids.size > 0 && isBegunInList && active && !host.querySelector(`#row-${active.id}`)) {
    ids.add(`row-${active.id}`);
  }
  const rows = shown();
  const first = rows.findIndex(({ id }) => ids.has(`row-${id}`));
  return first < 0 ? [] : rows.slice(first, rows.findLastIndex(({ id }) => ids.has(`row-${id}`)) + 1);
}

function isAllMarked({ firstElementChild: first, lastElementChild: last }: HTMLElement): boolean {
  const marked = range();
  if (!marked || !first || !last || document.activeElement instanceof HTMLInputElement) return false;
  return isTouched(marked, first) && isTouched(marked, last);
}

/** Whether text of the row is marked: a triple click also reaches the edge of the next row. */
function isTouched(marked: Range, row: Element): boolean {
  if (!marked.intersectsNode(row)) return false;
  const part = document.createRange();
  part.selectNodeContents(row);
  if (part.compareBoundaryPoints(Range.START_TO_START, marked) < 0) {
    part.setStart(marked.startContainer, marked.startOffset);
  }
  if (part.compareBoundaryPoints(Range.END_TO_END, marked) > 0) {
    part.setEnd(marked.endContainer, marked.endOffset);
  }
  return part.toString() !== '';
}
