/** A reusable element for a row. Creating a new element for each row would make scrolling slow. */
interface ReusableRow {
  readonly root: HTMLElement;
}

/** The maximum number of unused elements that are kept. */
const maxSpareRows = 200;

/**
 * Creates an object that renders rows in `host`, and reuses the elements of rows that are no longer rendered. `update`
 * makes an element show an item.
 */
export function createRenderedRows<Item extends { readonly id: number }, Row extends ReusableRow>(
  host: HTMLElement,
  create: () => Row,
  update: (element: Row, item: Item) => void,
) {
  const renderedRows = new Map<number, { readonly element: Row; item: Item; isStale: boolean }>();
  /** Elements outside of the document that other items can use. */
  const spareRows: Row[] = [];

  function setAside(element: Row): void {
    element.root.remove();
    if (spareRows.length < maxSpareRows) spareRows.push(element);
  }

  return {
    /** Renders exactly these items in this order, and calls `refresh` for each. */
    show(items: readonly Item[], refresh: (root: HTMLElement, position: number) => void): void {
      const ids = new Set(items.map(({ id }) => id));
      const hasSelection = !(getSelection()?.isCollapsed ?? true);
      /** Elements in the document that other items can use. */
      const freeRows = new Map<Element, Row>();
      for (const [id, { element }] of renderedRows) {
        if (ids.has(id)) continue;
        renderedRows.delete(id);
        // Must not be reused for another row: the selected text and the focus belong to their row.
        if (hasSelection || element.root.contains(document.activeElement)) setAside(element);
        else freeRows.set(element.root, element);
      }

      function takeFree(root: Element | null | undefined): Row | undefined {
        const element = root ? freeRows.get(root) : undefined;
        if (root) freeRows.delete(root);
        return element;
      }

      let next = host.firstElementChild;
      items.forEach((item, position) => {
        let row = renderedRows.get(item.id);
        if (row) while (next && freeRows.has(next)) next = next.nextElementSibling;
        else {
          // Prefers an element that stays at its place, because an element that leaves the document requires full
          // styling and layout when it returns.
          const element =
            takeFree(next) ?? takeFree(freeRows.keys().next().value) ?? spareRows.pop() ?? create();
          row = { element, item, isStale: true };
          renderedRows.set(item.id, row);
        }
        if (row.isStale || row.item !== item) update(row.element, item);
        row.item = item;
        row.isStale = false;
        const { root } = row.element;
        if (root === next) next = next.nextElementSibling;
        else host.insertBefore(root, next);
        refresh(root, position);
      });
      for (const element of freeRows.values()) setAside(element);
    },
    /** Makes the next `show` update the element of an item. */
    invalidate(id: number): void {
      const row = renderedRows.get(id);
      if (row) row.isStale = true;
    },
    invalidateAll(): void {
      for (const row of renderedRows.values()) row.isStale = true;
    },
    /** Returns the heights of the rendered rows in order, in pixels. Forces a layout. */
    heights: () => [...host.children].map((row) => row.getBoundingClientRect().height),
    findItem(element: Element): Item | undefined {
      const root = element.closest('.row');
      for (const { element: row, item } of renderedRows.values()) if (row.root === root) return item;
      return undefined;
    },
    has: (id: number) => renderedRows.has(id),
  };
}
