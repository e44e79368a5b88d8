import type { TrackedRow } from './cursor.ts';
import type { RowList } from './rowList.ts';

/** What copying reaches. */
interface CopyTargets {
  /** Holds the drawn rows. */
  readonly host: HTMLElement;
  readonly list: Pick<RowList, 'active' | 'selection' | 'select' | 'selectAll' | 'itemOf'>;
  /** Copies the rows from one index to another. */
  copy(first: number, last: number): void;
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
    const marked = findSelectedRows(targets);
    const [first] = marked;
    const last = marked.at(-1);
    if (first && last && first.index !== last.index) list.select(first, last);
  });
  document.addEventListener('selectionchange', () => {
    // The editor's own "select all" marks the whole page, in which only few of the rows are drawn.
    if (!isPressed && areAllRowsSelected(host)) list.selectAll();
  });
  document.addEventListener('copy', (event) => {
    if (event.target instanceof HTMLInputElement) return;
    const marked = selectedRange() === undefined ? undefined : findSelectedRows(targets);
    const first = marked ? marked[0]?.index : list.selection?.first;
    const last = marked ? marked.at(-1)?.index : list.selection?.last;
    if (first === undefined || last === undefined || (marked && first === last)) return;
    targets.copy(first, last);
    event.preventDefault();
  });
}

/** What is marked in the page; `undefined` for nothing. */
function selectedRange(): Range | undefined {
  const selection = getSelection();
  return selection && !selection.isCollapsed ? selection.getRangeAt(0) : undefined;
}

/** The first and last row with marked text, also when one of them is scrolled away since. */
function findSelectedRows({ host, list }: CopyTargets): readonly TrackedRow[] {
  const marked = selectedRange();
  if (!marked?.intersectsNode(host)) return [];
  const rows = [...host.children]
    .filter((row) => hasSelectedText(marked, row))
    .map((row) => list.itemOf(row))
    .filter((mark) => mark !== undefined);
  const { active } = list;
  // The row where the mouse was pressed may be scrolled away since: it isn't drawn any more.
  const isBegunInList = host.contains(getSelection()?.anchorNode ?? null);
  if (rows.length > 0 && isBegunInList && active && !host.querySelector(`#row-${active.id}`))
    rows.push(active);
  return rows.sort((a, b) => a.index - b.index);
}

function areAllRowsSelected({ firstElementChild: first, lastElementChild: last }: HTMLElement): boolean {
  const marked = selectedRange();
  if (!marked || !first || !last || document.activeElement instanceof HTMLInputElement) return false;
  return hasSelectedText(marked, first) && hasSelectedText(marked, last);
}

/** Whether text of the row is marked: a triple click also reaches the edge of the next row. */
function hasSelectedText(marked: Range, row: Element): boolean {
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
