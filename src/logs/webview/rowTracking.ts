import type { ListView } from '../../editor/webview/listView.ts';
import type { ListPosition } from '../protocol.ts';
import type { ListCursor, TrackedRow } from './cursor.ts';

type RowKey = Pick<TrackedRow, 'id' | 'time'>;

/** The row that is meant: in any other list it may be there itself again. */
const toRowKey = ({ id, time, standsFor }: TrackedRow): RowKey => standsFor ?? { id, time };

/** Finds the rows of one list again in another: what was active, open, and where the view was. */
export function createRowTracking(
  view: ListView,
  items: { readonly length: number },
  markAt: (index: number) => TrackedRow,
) {
  let asked: readonly RowKey[] = [];
  /** Where the first of them was, in pixels below the top of the view. */
  let held = 0;
  let top: RowKey = { id: -1, time: 0 };
  let wasFollowing = false;
  /** Of the view, when it was brought to its place. */
  let scrolls = -1;
  /** Pixels from the top of the view to the row that is shown there, until it is drawn. */
  let pinned: { readonly index: number; readonly offset: number } | undefined;
  return {
    /** What the other list is asked for: the first one holds the view. */
    ask(
      cursor: ListCursor | undefined,
      opened: readonly TrackedRow[],
      keepActive: boolean,
    ): readonly RowKey[] {
      const inView = view.range(0);
      const { active } = cursor ?? {};
      const isHeld = keepActive && active && active.index >= inView.first && active.index <= inView.last;
      wasFollowing = view.isFollowing;
      const index = isHeld ? active.index : view.position.index;
      // A row that the last list hid keeps its place until the user scrolls.
      const isHidden = keepActive && active && active.index < 0 && view.scrolls === scrolls;
      if (isHidden) {
        top = toRowKey(active);
        // A list without rows has no place; the one before is the one to return to.
      } else if (items.length > 0) {
        held = view.offsetInView(index);
        top = toRowKey(isHeld ? active : markAt(index));
      }
      asked = [top, ...(cursor ? [cursor.active, cursor.origin] : []).map(toRowKey), ...opened.map(toRowKey)];
      if (isHeld) view.hold();
      return asked;
    },
    /**
     * Where a mark is in the other list, of which `places` answers what was asked for; index -1: it isn't there.
     * `hasStandIn`: what stands for it there will do.
     */
    placeOf(mark: TrackedRow, places: readonly ListPosition[], hasStandIn = false): TrackedRow {
      const row = toRowKey(mark);
      const { index = -1, isExact, standIn } = places[asked.findIndex(({ id }) => id === row.id)] ?? {};
      if (isExact) return { ...row, index };
      if (hasStandIn && standIn !== undefined) return { id: standIn, time: row.time, index, standsFor: row };
      return { ...row, index: -1 };
    },
    /** Brings the view to its place, or to the end, if it was there; unless it follows that, `shown` is in view. */
    moveView(place: ListPosition | undefined, shown = -1): void {
      if (place) view.moveTo(place.index, place.isExact ? held : Math.max(0, held));
      if (wasFollowing) view.followIfAtEnd();
      if (shown >= 0 && !view.isFollowing) {
        view.reveal(shown);
        pinned = { index: shown, offset: view.offsetInView(shown) };
      }
      ({ scrolls } = view);
    },
    /** Heights were others than thought: what was shown stays where it was. */
    keepShown(): void {
      if (pinned && view.scrolls === scrolls) view.moveTo(pinned.index, pinned.offset);
    },
    /** What was shown is drawn. */
    letGo(): void {
      pinned = undefined;
    },
  };
}
