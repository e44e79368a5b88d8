import type { LogRow } from '../logRow.ts';
import { createLayout, type Layout } from './layout.ts';

/** Rows built beyond each edge of the view, so that scrolling shows no blank before the next frame. */
const overscan = 10;

/** What the window shows and how. */
export interface RowWindowDeps {
  readonly scroller: HTMLElement;
  /** As high as all rows together; holds `host`, which holds the built rows. */
  readonly grid: HTMLElement;
  readonly host: HTMLElement;
  readonly rowHeight: number;
  rows(): readonly LogRow[];
  indexOf(row: LogRow): number;
  expanded(): ReadonlyMap<number, LogRow>;
  build(row: LogRow): HTMLElement;
  /** Called for each built row whenever its index or state may have changed. */
  refresh(element: HTMLElement, row: LogRow, index: number): void;
  /** Expanded rows turned out to have other heights than thought. */
  onHeights(): void;
}

/** The built part of the list: only rows in view are elements. Knows positions, not why the view is there. */
export interface RowWindow {
  readonly layout: Layout;
  /** Pixels from the top of the scrolled content to the first row. */
  readonly top: number;
  /** Call when rows or heights changed: lays out anew, without moving the view. */
  measure(): void;
  /** Builds what is in view. */
  draw(): void;
  /** Builds the row anew when it is next in view. */
  forget(row: LogRow): void;
  forgetAll(): void;
}

/** Makes the window; `measure` and `draw` do the rest. */
export function createRowWindow(deps: RowWindowDeps): RowWindow {
  const { scroller, grid, host, rowHeight } = deps;
  const built = new Map<number, HTMLElement>();
  const heights = new Map<number, number>();
  let layout = createLayout(0, rowHeight, new Map());

  const observer = new ResizeObserver((entries) => {
    let isChanged = false;
    for (const { target, borderBoxSize } of entries) {
      const id = Number(target.id.slice('row-'.length));
      const height = borderBoxSize[0]?.blockSize ?? 0;
      // A removed element reports zero.
      if (height === 0 || heights.get(id) === height) continue;
      heights.set(id, height);
      isChanged = true;
    }
    if (isChanged) deps.onHeights();
  });

  function measure(): void {
    const tall = new Map<number, number>();
    for (const row of deps.expanded().values()) {
      const index = deps.indexOf(row);
      if (index >= 0) tall.set(index, heights.get(row.id) ?? rowHeight * 3);
    }
    layout = createLayout(deps.rows().length, rowHeight, tall);
    grid.style.height = `${layout.total}px`;
  }

  function elementOf(row: LogRow): HTMLElement {
    const known = built.get(row.id);
    if (known) return known;
    const made = deps.build(row);
    built.set(row.id, made);
    if (deps.expanded().has(row.id)) observer.observe(made);
    return made;
  }

  function remove(id: number, element: HTMLElement): void {
    observer.unobserve(element);
    element.remove();
    built.delete(id);
  }

  function draw(): void {
    const rows = deps.rows();
    const scrolled = scroller.scrollTop - grid.offsetTop;
    const first = Math.max(0, layout.indexAt(scrolled) - overscan);
    const last = Math.min(rows.length - 1, layout.indexAt(scrolled + scroller.clientHeight) + overscan);
    const wanted = rows.slice(first, last + 1);
    const ids = new Set(wanted.map(({ id }) => id));
    for (const [id, element] of built) if (!ids.has(id)) remove(id, element);
    let next = host.firstElementChild;
    wanted.forEach((row, offset) => {
      const element = elementOf(row);
      if (element === next) next = element.nextElementSibling;
      else host.insertBefore(element, next);
      deps.refresh(element, row, first + offset);
    });
    host.style.transform = `translateY(${layout.offsetOf(first)}px)`;
  }

  return {
    get layout() {
      return layout;
    },
    get top() {
      return grid.offsetTop;
    },
    measure,
    draw,
    forget({ id }) {
      const element = built.get(id);
      heights.delete(id);
      if (element) remove(id, element);
    },
    forgetAll() {
      for (const [id, element] of built) remove(id, element);
    },
  };
}
