import type { TrackedRow } from './cursor.ts';
import type { RowList } from './rowList.ts';

interface CopyTargets {
  /** The parent of the drawn rows. */
  readonly host: HTMLElement;
  readonly list: Pick<RowList, 'active' | 'selection' | 'select' | 'selectAll' | 'findRow'>;
  /** Copies a range of rows, both ends included. */
  copy(first: number, last: number): void;
}

/** Copies whole entries, one line each. Within one row, the browser copies the selected text. */
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
    // A text selection ends when its rows scroll out of view, but a selection of rows stays.
    const marked = findSelectedRows(targets);
    const [first] = marked;
    const last = marked.at(-1);
    if (first && last && first.index !== last.index) list.select(first, last);
  });
  document.addEventListener('selectionchange', () => {
    // The editor's command **Select All** selects the text of the complete page, which contains only a few rows.
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

/** Returns the selected range of the page, or `undefined` if it's empty. */
function selectedRange(): Range | undefined {
  const selection = getSelection();
  return selection && !selection.isCollapsed ? selection.getRangeAt(0) : undefined;
}

/** Returns the first and the last row with selected text, even if one of them has scrolled out of view. */
function findSelectedRows({ host, list }: CopyTargets): readonly TrackedRow[] {
  const marked = selectedRange();
  if (!marked?.intersectsNode(host)) return [];
  const rows = [...host.children]
    .filter((row) => hasSelectedText(marked, row))
    .map((row) => list.findRow(row))
    .filter((mark) => mark !== undefined);
  const { active } = list;
  // The row in which the selection began might have scrolled out of view and isn't drawn.
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

/** Whether text of the row is selected. A triple click also touches the edge of the next row. */
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
