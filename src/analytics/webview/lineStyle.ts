/** Styles that distinguish lines by color, and without colors by dashes and markers. */

const colors = ['blue', 'purple', 'green', 'orange', 'red', 'yellow', 'foreground'] as const;
const errorColors = ['red', 'orange', 'purple', 'blue', 'green', 'yellow', 'foreground'] as const;
const dashes: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [9, 3, 2, 3]];
const markers = ['circle', 'square', 'triangle', 'diamond'] as const;

export interface LineStyle {
  /** The CSS variable of a theme color. */
  readonly color: `--vscode-charts-${string}`;
  /** Lengths of dashes and gaps in px, alternating. */
  readonly dash: readonly number[];
  readonly marker: (typeof markers)[number];
}

/** Returns the style of a line. The combinations of dashes and markers of the first 16 lines are unique. */
export function getLineStyle(index: number, isError: boolean): LineStyle {
  const palette = isError ? errorColors : colors;
  return {
    color: `--vscode-charts-${palette[index % palette.length] ?? 'foreground'}`,
    dash: dashes[index % dashes.length] ?? [],
    marker: markers[(index + Math.floor(index / dashes.length)) % markers.length] ?? 'circle',
  };
}

/** Returns the SVG path of a marker with its center at (x, y). */
export function createMarkerPath(marker: LineStyle['marker'], x: number, y: number, radius: number): string {
  const r = radius;
  switch (marker) {
    case 'circle':
      return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
    case 'square':
      return `M${x - r * 0.9} ${y - r * 0.9}h${r * 1.8}v${r * 1.8}h${-r * 1.8}z`;
    case 'triangle':
      return `M${x} ${y - r * 1.2}l${r * 1.2} ${r * 2.1}h${-r * 2.4}z`;
    case 'diamond':
      return `M${x} ${y - r * 1.35}l${r * 1.35} ${r * 1.35}l${-r * 1.35} ${r * 1.35}l${-r * 1.35} ${-r * 1.35}z`;
  }
}
