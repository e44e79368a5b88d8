/** How lines are told apart: by colour, and without colours by dashes and markers. */

const colors = ['blue', 'purple', 'green', 'orange', 'red', 'yellow', 'foreground'] as const;
const errorColors = ['red', 'orange', 'purple', 'blue', 'green', 'yellow', 'foreground'] as const;
const dashes: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [9, 3, 2, 3]];
const markers = ['circle', 'square', 'triangle', 'diamond'] as const;

export interface LineStyle {
  /** A colour of the theme. */
  readonly color: `--vscode-charts-${string}`;
  /** px, drawn and left out in turn. */
  readonly dash: readonly number[];
  readonly marker: (typeof markers)[number];
}

/** The style of the line at this place. No two of the first sixteen have the same dashes and markers. */
export function lineStyle(index: number, isError: boolean): LineStyle {
  const palette = isError ? errorColors : colors;
  return {
    color: `--vscode-charts-${palette[index % palette.length] ?? 'foreground'}`,
    dash: dashes[index % dashes.length] ?? [],
    marker: markers[(index + Math.floor(index / dashes.length)) % markers.length] ?? 'circle',
  };
}

/** The outline of a marker around (x, y), for a canvas or as SVG. */
export function markerPath(marker: LineStyle['marker'], x: number, y: number, radius: number): string {
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
