/** Number of colors that rails can have (`requestRail.css`). */
const colorCount = 7;

/** Returns the number of the color that marks the rows of a request. Requests can share a color. */
export function chooseRailColor(requestId: string): number {
  // The hash FNV-1a, which spreads IDs that differ in only one character.
  let hash = 0x811c9dc5;
  for (let index = 0; index < requestId.length; index++) {
    hash = Math.imul(hash ^ requestId.charCodeAt(index), 0x01000193);
  }
  return ((hash ^ (hash >>> 15)) >>> 0) % colorCount;
}
