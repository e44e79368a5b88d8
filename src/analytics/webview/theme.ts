export type Theme = ReturnType<typeof readTheme>;

/** Reads the theme values that a canvas can't take from a style sheet. */
export function readTheme() {
  const style = getComputedStyle(document.body);
  const foreground = style.color;
  const color = (name: string): string => style.getPropertyValue(name).trim() || foreground;
  const isHighContrast = /\bvscode-high-contrast\b/.test(document.body.className);
  return {
    text: color('--vscode-descriptionForeground'),
    grid: `color-mix(in srgb, ${color('--vscode-charts-foreground')} ${isHighContrast ? 45 : 16}%, transparent)`,
    font: `11px ${style.fontFamily}`,
    isHighContrast,
    /** Returns the value of a theme color. */
    color,
  };
}

const ruler = document.createElement('canvas').getContext('2d');

/** Returns the width of a text on a canvas, in pixels. */
export function measureTextWidth(text: string, font: string): number {
  if (!ruler) return 0;
  ruler.font = font;
  return ruler.measureText(text).width;
}

/** Calls `onChange` when the theme or one of its colors changes. */
export function onThemeChange(onChange: () => void): void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { attributeFilter: ['class'] });
  observer.observe(document.documentElement, { attributeFilter: ['style', 'class'] });
}
