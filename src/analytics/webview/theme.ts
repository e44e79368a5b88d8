export type Theme = ReturnType<typeof readTheme>;

/** What a canvas can't take from style sheets. */
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
    /** The value of a colour of the theme. */
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

/** Calls back when the editor has got another theme. */
export function onThemeChange(changed: () => void): void {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { attributeFilter: ['class'] });
  observer.observe(document.documentElement, { attributeFilter: ['style', 'class'] });
}
