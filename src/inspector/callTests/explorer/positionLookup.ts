/** Returns a function that converts an offset in a text to a zero-based line and column. */
export function createPositionLookup(
  text: string,
): (offset: number) => readonly [line: number, column: number] {
  const starts = [0, ...[...text.matchAll(/\r\n?|\n/g)].map((end) => end.index + end[0].length)];
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return [low, offset - (starts[low] ?? 0)];
  };
}

/** Splits a JSON Pointer (RFC 6901) into unescaped segments. */
export const pointerSegments = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
