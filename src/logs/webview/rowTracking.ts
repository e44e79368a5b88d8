import type { ListSelection } from '../../editor/webview/listSelection.ts';
import type { ListView } from '../../editor/webview/listView.ts';
import type { ListPosition } from '../protocol.ts';
import { type ListEdit, shiftIndex } from '../view/listEdits.ts';

/** A row that is tracked across changes of its list. */
export interface TrackedRow {
  /** -1 if the ID is unknown, because the row was never in view. */
  readonly id: number;
  readonly time: number;
  /** -1 if the row isn't in the list, but can return. */
  readonly index: number;
  /** The row that this one represents in this list. For example, a header represents an entry. */
  readonly represents?: RowKey;
}

type RowKey = Pick<TrackedRow, 'id' | 'time'>;

/** Returns the row after a change of the list, or `undefined` if it was removed. */
export function moveTrackedRow(row: TrackedRow, edits: readonly ListEdit[]): TrackedRow | undefined {
  if (row.index < 0) return row;
  const { index, isGone } = shiftIndex(row.index, edits);
  return isGone ? undefined : { ...row, index };
}

/** Returns the original row, which another list might contain again. */
const toRowKey = ({ id, time, represents }: TrackedRow): RowKey => represents ?? { id, time };

/**
 * Tracks rows from one list to another: the active row, expanded rows, and the position of the viewport.
 * `getSeparatorHeight` returns the height of the separator above a row, which the row can have in only one of the lists.
 */
export function createRowTracking(
  view: ListView,
  items: { readonly length: number },
  getRow: (index: number) => TrackedRow,
  getSeparatorHeight: (index: number) => number,
) {
  let requestedRows: readonly RowKey[] = [];
  /** Distance of the first tracked row, without its separator, from the top of the viewport, in pixels. */
  let topDistance = 0;
  let topRow: RowKey = { id: -1, time: 0 };
  let wasFollowing = false;
  /** Scroll count of the viewport when it was last positioned. */
  let scrollCount = -1;
  /** The row to keep at its distance in pixels from the top of the viewport, until the row is drawn. */
  let pinnedRow: { readonly index: number; readonly offset: number } | undefined;
  return {
    /** Returns the rows to find in the other list. The first one determines the scroll position. */
    track(
      { active, anchor }: Pick<ListSelection<TrackedRow>, 'active' | 'anchor'>,
      expandedRows: readonly TrackedRow[],
      keepActive: boolean,
    ): readonly RowKey[] {
      const inView = view.getVisibleRange(0);
      const isActiveHeld =
        keepActive && active && active.index >= inView.first && active.index <= inView.last;
      wasFollowing = view.isFollowing;
      const index = isActiveHeld ? active.index : view.position.index;
      // A row that the previous list hid keeps its position until the user scrolls.
      const isActiveHidden = keepActive && active && active.index < 0 && view.scrollCount === scrollCount;
      if (isActiveHidden) {
        topRow = toRowKey(active);
        // An empty list has no position, so the position in the previous list is kept.
      } else if (items.length > 0) {
        topDistance = view.getOffsetInView(index) + getSeparatorHeight(index);
        topRow = toRowKey(isActiveHeld ? active : getRow(index));
      }
      const selectionEnds = [active, anchor].filter((row) => row !== undefined);
      requestedRows = [topRow, ...[...selectionEnds, ...expandedRows].map(toRowKey)];
      if (isActiveHeld) view.stopFollowing();
      return requestedRows;
    },
    /**
     * Returns a row in the other list, with index -1 if it isn't there. `places` are the positions of the tracked rows.
     * With `acceptsStandIn`, an item that represents the row can replace it.
     */
    findInList(row: TrackedRow, places: readonly ListPosition[], acceptsStandIn = false): TrackedRow {
      const key = toRowKey(row);
      const place = places[requestedRows.findIndex(({ id }) => id === key.id)];
      const { index = -1, isExact, standIn } = place ?? {};
      if (isExact) return { ...key, index };
      if (acceptsStandIn && standIn !== undefined)
        return { id: standIn, time: key.time, index, represents: key };
      return { ...key, index: -1 };
    },
    /**
     * Scrolls to the first tracked row, or to the end if the viewport was there. Then scrolls until the row at
     * `revealedIndex` is in view, unless the viewport follows the end.
     */
    moveView(place: ListPosition | undefined, revealedIndex = -1): void {
      if (place) {
        const distance = place.isExact ? topDistance : Math.max(0, topDistance);
        view.moveTo(place.index, distance - getSeparatorHeight(place.index));
      }
      if (wasFollowing) view.followIfAtEnd();
      if (revealedIndex >= 0 && !view.isFollowing) {
        view.reveal(revealedIndex);
        pinnedRow = { index: revealedIndex, offset: view.getOffsetInView(revealedIndex) };
      }
      scrollCount = view.scrollCount;
    },
    /** Moves the pinned row back to its position after heights have changed. */
    restorePinnedRow(): void {
      if (pinnedRow && view.scrollCount === scrollCount) view.moveTo(pinnedRow.index, pinnedRow.offset);
    },
    unpinRow(): void {
      pinnedRow = undefined;
    },
  };
}
