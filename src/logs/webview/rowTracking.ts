import type { ListView } from '../../editor/webview/listView.ts';
import type { ListPosition } from '../protocol.ts';
import type { ListCursor, TrackedRow } from './cursor.ts';

type RowKey = Pick<TrackedRow, 'id' | 'time'>;

/** Returns the original row, which another list might contain again. */
const toRowKey = ({ id, time, standsFor }: TrackedRow): RowKey => standsFor ?? { id, time };

/** Tracks rows from one list to another: the active row, expanded rows, and the position of the viewport. */
export function createRowTracking(
  view: ListView,
  items: { readonly length: number },
  markAt: (index: number) => TrackedRow,
) {
  let asked: readonly RowKey[] = [];
  /** Distance of the first tracked row from the top of the viewport, in pixels. */
  let held = 0;
  let top: RowKey = { id: -1, time: 0 };
  let wasFollowing = false;
  /** Scroll count of the viewport when it was last positioned. */
  let scrollCount = -1;
  /** The row to keep at its distance in pixels from the top of the viewport, until it's drawn. */
  let pinned: { readonly index: number; readonly offset: number } | undefined;
  return {
    /** Returns the rows to find in the other list. The first one determines the scroll position. */
    ask(
      cursor: ListCursor | undefined,
      opened: readonly TrackedRow[],
      keepActive: boolean,
    ): readonly RowKey[] {
      const inView = view.getVisibleRange(0);
      const { active } = cursor ?? {};
      const isHeld = keepActive && active && active.index >= inView.first && active.index <= inView.last;
      wasFollowing = view.isFollowing;
      const index = isHeld ? active.index : view.position.index;
      // A row that the previous list hid keeps its position until the user scrolls.
      const isHidden = keepActive && active && active.index < 0 && view.scrollCount === scrollCount;
      if (isHidden) {
        top = toRowKey(active);
        // A list without rows has no place; the one before is the one to return to.
      } else if (items.length > 0) {
        held = view.getOffsetInView(index);
        top = toRowKey(isHeld ? active : markAt(index));
      }
      asked = [top, ...(cursor ? [cursor.active, cursor.origin] : []).map(toRowKey), ...opened.map(toRowKey)];
      if (isHeld) view.stopFollowing();
      return asked;
    },
    /**
     * Returns the row in the other list, or index -1 if it isn't there. `places` are the positions of the tracked rows.
     * `hasStandIn` accepts an item that represents the row.
     */
    placeOf(mark: TrackedRow, places: readonly ListPosition[], hasStandIn = false): TrackedRow {
      const row = toRowKey(mark);
      const { index = -1, isExact, standIn } = places[asked.findIndex(({ id }) => id === row.id)] ?? {};
      if (isExact) return { ...row, index };
      if (hasStandIn && standIn !== undefined) return { id: standIn, time: row.time, index, standsFor: row };
      return { ...row, index: -1 };
    },
    /** Scrolls to the tracked row, or to the end if the viewport was there. Otherwise also scrolls to `shown`. */
    moveView(place: ListPosition | undefined, shown = -1): void {
      if (place) view.moveTo(place.index, place.isExact ? held : Math.max(0, held));
      if (wasFollowing) view.followIfAtEnd();
      if (shown >= 0 && !view.isFollowing) {
        view.reveal(shown);
        pinned = { index: shown, offset: view.getOffsetInView(shown) };
      }
      ({ scrollCount } = view);
    },
    /** Keeps the row in place after heights have changed. */
    keepShown(): void {
      if (pinned && view.scrollCount === scrollCount) view.moveTo(pinned.index, pinned.offset);
    },
    /** Releases the row after it was drawn. */
    letGo(): void {
      pinned = undefined;
    },
  };
}
