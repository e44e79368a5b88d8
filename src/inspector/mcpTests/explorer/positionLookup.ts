import { findFirstIndex } from '../../../editor/webview/binarySearch.ts';

/** Returns a function that converts an offset in a text to a zero-based line and column. */
export function createPositionLookup(
  text: string,
): (offset: number) => readonly [line: number, column: number] {
  const starts = [0, ...[...text.matchAll(/\r\n?|\n/g)].map((end) => end.index + end[0].length)];
  return (offset) => {
    const line = Math.max(0, findFirstIndex(starts.length, (index) => (starts[index] ?? 0) > offset) - 1);
    return [line, offset - (starts[line] ?? 0)];
  };
}
