import { omitUndefined } from '../fields.ts';
import { type BinaryContent, readBinaryContent, sniffMimeType } from './media.ts';
import type { ThemedIcon } from './pageSchemas.ts';
import { filterStrings, getStringField, isJsonObject } from './schema/json.ts';

/** Maximum number of icons that are read for an item or a server. */
const maxIcons = 20;
/**
 * Maximum length of an icon, in UTF-16 units. Icons are part of the page's state, and a decoded image can be a
 * thousand times larger.
 */
export const maxIconLength = 100_000;

/**
 * Image types that a page shows. SVG isn't one of them: even without scripts, a small SVG can block the page. Icons
 * at `https:` URLs aren't loaded, because the request would reveal the user to their host.
 */
const shownIconTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** Size of an icon on the page in pixels, for a high-density screen. */
const iconPixels = 32;

export const isDataUri = (src: string): boolean => /^\s*data:/i.test(src);

/** Reads the `data:` URI of an icon, with the type from its first bytes; `undefined` if it can't be decoded. */
export function readIcon(src: string): BinaryContent | undefined {
  const binary = readBinaryContent(undefined, src);
  return binary && { base64: binary.base64, ...omitUndefined({ type: sniffMimeType(binary.base64) }) };
}

/** Selects icons for light and dark themes from the `icons` of an item or a server; `undefined` if none can be shown. */
export function selectIcon(icons: unknown): ThemedIcon | undefined {
  const candidates = listIcons(icons).flatMap((icon) => {
    const src = getStringField(icon, 'src') ?? '';
    if (src.length > maxIconLength || !isDataUri(src)) return [];
    const { type = '', base64 } = readIcon(src) ?? {};
    if (!shownIconTypes.includes(type)) return [];
    return [
      {
        data: `data:${type};base64,${base64}`,
        theme: getStringField(icon, 'theme'),
        excess: measureIconExcess(readIconSizes(icon)),
      },
    ];
  });
  const sortedIcons = candidates.toSorted((one, other) => one.excess - other.excess);
  const selectForTheme = (theme: 'light' | 'dark'): string | undefined =>
    (
      sortedIcons.find((one) => one.theme === theme) ??
      sortedIcons.find((one) => one.theme !== 'light' && one.theme !== 'dark') ??
      sortedIcons[0]
    )?.data;
  const [light, dark] = [selectForTheme('light'), selectForTheme('dark')];
  return light === undefined ? undefined : { light, ...(dark !== light && omitUndefined({ dark })) };
}

/** Returns the URLs of icons that aren't loaded. */
export const listIconUrls = (icons: unknown): readonly string[] =>
  listIcons(icons).flatMap((icon) => {
    const src = getStringField(icon, 'src');
    return src === undefined || isDataUri(src) ? [] : [src];
  });

export const listIcons = (icons: unknown): readonly unknown[] =>
  Array.isArray(icons) ? icons.slice(0, maxIcons) : [];

/** Returns sizes such as `48x48`. In drafts of the specification, they were one string. */
export function readIconSizes(icon: unknown): readonly string[] {
  const sizes = isJsonObject(icon) ? icon['sizes'] : undefined;
  return typeof sizes === 'string' ? sizes.split(/\s+/) : filterStrings(sizes);
}

/**
 * Returns by how many pixels an icon exceeds its size on the page. Smaller icons get a large number, so that they're
 * sorted last. Without sizes, the icon counts as twice the size on the page.
 */
function measureIconExcess(sizes: readonly string[]): number {
  const widths = sizes.flatMap((size) => Number(/^(\d{1,5})x\d{1,5}$/i.exec(size)?.[1] ?? Number.NaN) || []);
  if (widths.length === 0) return iconPixels;
  const width = Math.max(...widths);
  return width >= iconPixels ? width - iconPixels : 100_000 - width;
}
