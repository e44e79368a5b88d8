/** What a canvas can't take from style sheets. */
export interface Theme {
  readonly text: string;
  readonly grid: string;
  readonly font: string;
  readonly isHighContrast: boolean;
  /** The value of a colour of the theme. */
  color(name: string): string;
}

export function readTheme(): Theme {
  const style = getComputedStyle(document.body);
  const foreground = style.color;
  const color = (name: string): string => style.getPropertyValue(name).trim() || foreground;
  const isHighContrast = /\bvscode-high-contrast\b/.test(document.body.className);
  return {
    text: color('--vscode-descriptionForeground'),
    grid: `color-mix(in srgb, ${color('--vscode-charts-foreground')} ${isHighContrast ? 45 : 16}%, transparent)`,
    font: `11px ${style.fontFamily}`,
    isHighContrast,
    color,
  };
}

const ruler = document.createElement('canvas').getContext('2d');

/** px: how wide a text is on a canvas. */
export function textWidth(text: string, font: string): number {
  if (!ruler) return 0;
  ruler.font = font;
  return ruler.measureText(text).width;
}
