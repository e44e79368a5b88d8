import type { RowList } from './rowList.ts';
import type { TrackedRow } from './rowTracking.ts';

interface CopyTargets {
  /** The parent of the drawn rows. */
  readonly host: HTMLElement;
  readonly list: Pick<RowList, 'active' | 'selection' | 'selectRange' | 'selectAll' | 'findRow'>;
  /** Copies a range of rows, both ends included. */
  copy(first: number, last: number): void;
}

/**
 * Copies the selected rows as whole entries, one line each. If text is selected within one row, the browser copies that
 * text.
 */
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
    // Selected text is lost when its rows scroll out of view, so selected text in several rows becomes a selection of
    // rows.
    const rows = findSelectedRows(targets);
    const [first] = rows;
    const last = rows.at(-1);
    if (first && last && first.index !== last.index) list.selectRange(first, last);
  });
  document.addEventListener('selectionchange', () => {
    // The editor's command **Select All** selects the text of the complete page, which contains only a few rows.
    if (!isPressed && areAllRowsSelected(host)) list.selectAll();
  });
  document.addEventListener('copy', (event) => {
    if (event.target instanceof HTMLInputElement || event.defaultPrevented) return;
    const rows = getSelectedText() === undefined ? undefined : findSelectedRows(targets);
    const first = rows ? rows[0]?.index : list.selection?.first;
    const last = rows ? rows.at(-1)?.index : list.selection?.last;
    // Within one row, the browser copies the selected text.
    if (first === undefined || last === undefined || (rows && first === last)) return;
    targets.copy(first, last);
    event.preventDefault();
  });
}

/** Returns the range of the selected text, or `undefined` if no text is selected. */
function getSelectedText(): Range | undefined {
  const selection = getSelection();
  return selection && !selection.isCollapsed ? selection.getRangeAt(0) : undefined;
}

/**
 * Returns the rows with selected text in order, including the row in which the selection began, even if that has
 * scrolled out of view.
 */
function findSelectedRows({ host, list }: CopyTargets): readonly TrackedRow[] {
  const selectedText = getSelectedText();
  if (!selectedText?.intersectsNode(host)) return [];
  const rows = [...host.children]
    .filter((row) => isTextSelected(selectedText, row))
    .map((row) => list.findRow(row))
    .filter((row) => row !== undefined);
  const { active } = list;
  // The row in which the selection began might have scrolled out of view and isn't drawn.
  const beganInList = host.contains(getSelection()?.anchorNode ?? null);
  if (rows.length > 0 && beganInList && active && !host.querySelector(`#row-${active.id}`)) rows.push(active);
  return rows.sort((a, b) => a.index - b.index);
}

function areAllRowsSelected({ firstElementChild: first, lastElementChild: last }: HTMLElement): boolean {
  const selectedText = getSelectedText();
  if (!selectedText || !first || !last || document.activeElement instanceof HTMLInputElement) return false;
  return isTextSelected(selectedText, first) && isTextSelected(selectedText, last);
}

/**
 * Whether text of the row is selected. Intersecting ranges aren't enough: a triple click also selects the empty start
 * of the next row.
 */
function isTextSelected(selectedText: Range, row: Element): boolean {
  if (!selectedText.intersectsNode(row)) return false;
  const part = document.createRange();
  part.selectNodeContents(row);
  if (part.compareBoundaryPoints(Range.START_TO_START, selectedText) < 0) {
    part.setStart(selectedText.startContainer, selectedText.startOffset);
  }
  if (part.compareBoundaryPoints(Range.END_TO_END, selectedText) > 0) {
    part.setEnd(selectedText.endContainer, selectedText.endOffset);
  }
  return part.toString() !== '';
}
