/** An element that shows different rows over time, because creating elements makes scrolling slow. */
interface ReusableRow {
  readonly root: HTMLElement;
}

/** The maximum number of unused elements that are kept. */
const maxSpareRows = 200;

/**
 * Renders the rows near the view in `host`, and reuses the elements of rows that have left it. `update` makes an
 * element show an item.
 */
export function createRenderedRows<Item extends { readonly id: number }, Row extends ReusableRow>(
  host: HTMLElement,
  create: () => Row,
  update: (element: Row, item: Item) => void,
) {
  const drawn = new Map<number, { readonly element: Row; item: Item; isStale: boolean }>();
  const spare: Row[] = [];

  function keep(element: Row): void {
    element.root.remove();
    if (spare.length < maxSpareRows) spare.push(element);
  }

  return {
    /** Shows exactly these items, in order, and calls `refresh` for each. */
    show(items: readonly Item[], refresh: (root: HTMLElement, position: number) => void): void {
      const ids = new Set(items.map(({ id }) => id));
      const isMarked = !(getSelection()?.isCollapsed ?? true);
      /** Elements in the document that other items can use. */
      const free = new Map<Element, Row>();
      for (const [id, { element }] of drawn) {
        if (ids.has(id)) continue;
        drawn.delete(id);
        // A selection or the focus must stay in its own row.
        if (isMarked || element.root.contains(document.activeElement)) keep(element);
        else free.set(element.root, element);
      }

      function takeFree(root: Element | null | undefined): Row | undefined {
        const element = root ? free.get(root) : undefined;
        if (root) free.delete(root);
        return element;
      }

      let next = host.firstElementChild;
      items.forEach((item, position) => {
        let row = drawn.get(item.id);
        if (row) while (next && free.has(next)) next = next.nextElementSibling;
        else {
          // Elements stay where they are if possible, because an element that leaves the document requires full
          // styling and layout when it returns.
          const element = takeFree(next) ?? takeFree(free.keys().next().value) ?? spare.pop() ?? create();
          row = { element, item, isStale: true };
          drawn.set(item.id, row);
        }
        if (row.isStale || row.item !== item) update(row.element, item);
        row.item = item;
        row.isStale = false;
        const { root } = row.element;
        if (root === next) next = next.nextElementSibling;
        else host.insertBefore(root, next);
        refresh(root, position);
      });
      for (const element of free.values()) keep(element);
    },
    /** Makes an item render again the next time. */
    invalidate(id: number): void {
      const row = drawn.get(id);
      if (row) row.isStale = true;
    },
    invalidateAll(): void {
      for (const row of drawn.values()) row.isStale = true;
    },
    /** Returns the heights of the rendered rows in order, in pixels. Forces a layout. */
    heights: () => [...host.children].map((row) => row.getBoundingClientRect().height),
    findItem(element: Element): Item | undefined {
      const root = element.closest('.row');
      for (const { element: row, item } of drawn.values()) if (row.root === root) return item;
      return undefined;
    },
    has: (id: number) => drawn.has(id),
  };
}
