/** An element that shows one row after another, since making elements is what scrolling costs. */
interface ReusableRow {
  readonly root: HTMLElement;
}

/** Elements that wait to be used again; more are thrown away. */
const maxSpareRows = 200;

/**
 * The built part of the list, in `host`: elements for the rows near the view, used again for others when those leave it.
 * `look` brings an element to show an item.
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
    /** Shows these items and no others, in order. `refresh` is called for each one. */
    show(items: readonly Item[], refresh: (root: HTMLElement, position: number) => void): void {
      const ids = new Set(items.map(({ id }) => id));
      const isMarked = !(getSelection()?.isCollapsed ?? true);
      /** In the document, and free for other items. */
      const free = new Map<Element, Row>();
      for (const [id, { element }] of drawn) {
        if (ids.has(id)) continue;
        drawn.delete(id);
        // What is marked, or has the focus, is so in its own row only.
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
          // Best where it is: what leaves the document is styled and laid out from nothing when it comes back.
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
    /** Shows an item again when it is drawn next. */
    forget(id: number): void {
      const row = drawn.get(id);
      if (row) row.isStale = true;
    },
    forgetAll(): void {
      for (const row of drawn.values()) row.isStale = true;
    },
    /** Heights of the drawn rows in order, in pixels. Makes the browser lay out. */
    heights: () => [...host.children].map((row) => row.getBoundingClientRect().height),
    itemOf(element: Element): Item | undefined {
      const root = element.closest('.row');
      for (const { element: row, item } of drawn.values()) if (row.root === root) return item;
      return undefined;
    },
    has: (id: number) => drawn.has(id),
  };
}
