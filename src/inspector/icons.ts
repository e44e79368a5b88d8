import { omitUndefined } from '../fields.ts';
import { type BinaryContent, readBinaryContent, sniffMimeType } from './media.ts';
import type { ThemedIcon } from './pageSchemas.ts';
import { isJsonObject, stringFieldOf, stringItems } from './schema/json.ts';

/** Number of icons of an item, or of a server, that are read at most. */
export const maxIcons = 20;
/** UTF-16 units of an icon at most. It is sent with each change of the page, and the decoded picture may be a thousand times larger. */
export const maxIconLength = 100_000;

/**
 * Types that a page shows. Never SVG: scripts don't run in a picture, but a few lines of it can keep the page busy without end.
 * Icons at `https:` URLs aren't loaded, because that would tell their host who looks at the server.
 */
const shownIconTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** Pixels of an icon on the page, on a screen of high density. */
const iconPixels = 32;

export const isDataUri = (src: string): boolean => /^\s*data:/i.test(src);

/** Reads the `data:` URI of an icon, with the type that its first bytes show; `undefined`: it can't be decoded. */
export function readIcon(src: string): BinaryContent | undefined {
  const binary = readBinaryContent(undefined, src);
  return binary && { base64: binary.base64, ...omitUndefined({ type: sniffMimeType(binary.base64) }) };
}

/** Selects the icons for light and dark themes from `icons` of an offer or a server; `undefined`: none can be shown. */
export function selectIcon(icons: unknown): ThemedIcon | undefined {
  const candidates = listIcons(icons).flatMap((icon) => {
    const src = stringFieldOf(icon, 'src') ?? '';
    if (src.length > maxIconLength || !isDataUri(src)) return [];
    const { type = '', base64 } = readIcon(src) ?? {};
    if (!shownIconTypes.includes(type)) return [];
    return [
      {
        data: `data:${type};base64,${base64}`,
        theme: stringFieldOf(icon, 'theme'),
        excess: measureIconExcess(readIconSizes(icon)),
      },
    ];
  });
  const sorted = candidates.toSorted((one, other) => one.excess - other.excess);
  const of = (theme: 'light' | 'dark'): string | undefined =>
    (
      sorted.find((one) => one.theme === theme) ??
      sorted.find((one) => one.theme !== 'light' && one.theme !== 'dark') ??
      sorted[0]
    )?.data;
  const [light, dark] = [of('light'), of('dark')];
  return light === undefined ? undefined : { light, ...(dark !== light && omitUndefined({ dark })) };
}

/** The addresses of icons that aren't loaded. */
export const listIconUrls = (icons: unknown): readonly string[] =>
  listIcons(icons).flatMap((icon) => {
    const src = stringFieldOf(icon, 'src');
    return src === undefined || isDataUri(src) ? [] : [src];
  });

export const listIcons = (icons: unknown): readonly unknown[] =>
  Array.isArray(icons) ? icons.slice(0, maxIcons) : [];

/** Returns sizes such as `48x48`. In drafts of the specification, they were one string. */
export function readIconSizes(icon: unknown): readonly string[] {
  const sizes = isJsonObject(icon) ? icon['sizes'] : undefined;
  return typeof sizes === 'string' ? sizes.split(/\s+/) : stringItems(sizes);
}

/** Returns by how many pixels an icon is larger than it is shown. A smaller icon is sorted after all others. */
function measureIconExcess(sizes: readonly string[]): number {
  const widths = sizes.flatMap((size) => Number(/^(\d{1,5})x\d{1,5}$/i.exec(size)?.[1] ?? Number.NaN) || []);
  if (widths.length === 0) return iconPixels;
  const width = Math.max(...widths);
  return width >= iconPixels ? width - iconPixels : 100_000 - width;
}
