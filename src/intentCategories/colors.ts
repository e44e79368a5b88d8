import * as l10n from '@vscode/l10n';
import type { CategoryColor } from '../api/insights.ts';

interface ColorShades {
  readonly dark: string;
  readonly light: string;
}

/**
 * The default colors of `package.json` as hexadecimal values. Lists of the editor show colors only in images, which
 * need these values.
 */
export const colorShades: Readonly<Record<CategoryColor, ColorShades>> = {
  red: { dark: '#F14C4C', light: '#CD3131' },
  orange: { dark: '#E8912D', light: '#C2640A' },
  yellow: { dark: '#E5C33B', light: '#A98600' },
  green: { dark: '#4CBF6A', light: '#2E8B4A' },
  blue: { dark: '#4C9BF5', light: '#1A6FD1' },
  purple: { dark: '#B180F0', light: '#7B45C4' },
  pink: { dark: '#F57FC0', light: '#D1398F' },
  gray: { dark: '#9A9A9A', light: '#767676' },
};

export function isCategoryColor(color: string | undefined): color is CategoryColor {
  return color !== undefined && Object.hasOwn(colorShades, color);
}

/** Returns the localized name of a color. An unknown color is returned unchanged. */
export function colorText(color: string): string {
  if (!isCategoryColor(color)) return color;
  const names: Readonly<Record<CategoryColor, string>> = {
    red: l10n.t('red'),
    orange: l10n.t('orange'),
    yellow: l10n.t('yellow'),
    green: l10n.t('green'),
    blue: l10n.t('blue'),
    purple: l10n.t('purple'),
    pink: l10n.t('pink'),
    gray: l10n.t('gray'),
  };
  return names[color];
}

/** Returns a data URI with an SVG image of a circle. Without a fill color, the circle is empty. */
export function createColorImage(fill: string | undefined, stroke: string): string {
  const paint =
    fill === undefined ? `fill="none" stroke="${stroke}" stroke-dasharray="2 1.5"` : `fill="${fill}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="5" ${paint}/></svg>`;
  return `data:image/svg+xml;base64,${btoa(svg)}`;
}
