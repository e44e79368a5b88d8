/** Removes an item from a list, or adds it if the list doesn't contain it. */
export const toggleItem = <Item>(items: readonly Item[], item: Item): readonly Item[] =>
  items.includes(item) ? items.filter((other) => other !== item) : [...items, item];
