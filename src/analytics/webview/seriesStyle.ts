import { resultChartKey } from '../resultChart.ts';

/**
 * Styles that distinguish categories by color, and without colors by dashes (lines) and by patterns (bars in high
 * contrast themes).
 */

const lineColors = ['blue', 'purple', 'green', 'orange', 'red', 'yellow', 'foreground'] as const;
// Red means an error.
const barColors = ['blue', 'purple', 'green', 'yellow', 'orange'] as const;
const errorColors = ['red', 'purple', 'blue', 'yellow', 'foreground'] as const;
// The first color is that of protocol errors among the requests by result.
const protocolErrorColors = ['orange', 'purple', 'blue', 'yellow', 'foreground'] as const;
const resultColors = ['blue', 'red', 'orange'] as const;

const dashes: readonly (readonly number[])[] = [
  [],
  [7, 4],
  [2, 3],
  [9, 3, 2, 3],
  [14, 4],
  [4, 2],
  [10, 8],
  [1, 6],
];

/** The size of a pattern's tile in px. */
export const tileSizePx = 6;
/** SVG paths of a tile. The first one is empty, for a solid bar. */
const tiles = ['', 'M0 6L6 0', 'M3 2V4', 'M0 3H6', 'M3 0V6', 'M0 0L6 6M0 6L6 0'] as const;
/** The tiles of the first category of a series, which are those of the same errors among the requests by result. */
const firstTiles: Readonly<Record<string, number>> = { tool_errors: 1, mcp_errors: 2 };

export interface SeriesStyle {
  /** The CSS variable of a theme color. */
  readonly color: `--vscode-${string}`;
  /** Lengths of a line's dashes and gaps in px, alternating. */
  readonly dash: readonly number[];
  /** The SVG path of the pattern's tile. Empty for a solid bar. */
  readonly tile: string;
}

/** Returns the style of a category. */
export function getSeriesStyle(
  { key, isCount }: { readonly key: string; readonly isCount: boolean },
  index: number,
): SeriesStyle {
  const palette = getPalette(key, isCount);
  const firstTile = firstTiles[key] ?? 0;
  const tileIndex = index === 0 ? firstTile : index === firstTile ? 0 : index;
  return {
    color: `--vscode-charts-${palette[index % palette.length] ?? 'foreground'}`,
    dash: dashes[index % dashes.length] ?? [],
    tile: tiles[tileIndex % tiles.length] ?? '',
  };
}

/** The style of the bar for all categories without a bar of their own. */
export const restStyle: SeriesStyle = {
  color: '--vscode-descriptionForeground',
  dash: [],
  tile: tiles[5],
};

function getPalette(key: string, isCount: boolean): readonly string[] {
  if (key === resultChartKey) return resultColors;
  if (key === 'mcp_errors') return protocolErrorColors;
  if (/error|fail/i.test(key)) return errorColors;
  return isCount ? barColors : lineColors;
}
