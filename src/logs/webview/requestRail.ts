/** Number of colors that rails can have (`requestRail.css`). */
const colorCount = 7;

/**
 * Creates a function that returns the color of each request's rail. `requestIds` contains the request of each drawn row
 * that has one, in order. A new request gets another color than its neighbors, and keeps it while it's drawn.
 */
export function createRailColors(): (requestIds: readonly string[]) => ReadonlyMap<string, number> {
  let colors: ReadonlyMap<string, number> = new Map();
  return (requestIds) => {
    const next = new Map<string, number>();
    for (const id of requestIds) {
      const color = colors.get(id);
      if (color !== undefined) next.set(id, color);
    }
    for (const id of requestIds) {
      if (next.has(id)) continue;
      const usedColors = new Set<number | undefined>();
      requestIds.forEach((other, position) => {
        if (other !== id) return;
        for (const neighbor of [requestIds[position - 1], requestIds[position + 1]])
          usedColors.add(next.get(neighbor ?? ''));
      });
      next.set(id, chooseRailColor(id, usedColors));
    }
    colors = next;
    return next;
  };
}

/**
 * Returns the number of a color that depends only on the ID of a request, or the first one after it that neighbors don't
 * use. Requests can share a color.
 */
export function chooseRailColor(
  requestId: string,
  usedColors: ReadonlySet<number | undefined> = new Set(),
): number {
  // The hash FNV-1a, which spreads IDs that differ in only one character.
  let hash = 0x811c9dc5;
  for (let index = 0; index < requestId.length; index++) {
    hash = Math.imul(hash ^ requestId.charCodeAt(index), 0x01000193);
  }
  const color = ((hash ^ (hash >>> 15)) >>> 0) % colorCount;
  const candidates = Array.from({ length: colorCount }, (_, index) => (color + index) % colorCount);
  return candidates.find((candidate) => !usedColors.has(candidate)) ?? color;
}
