import { parse } from 'smol-toml';

/** Characters. What is longer says nothing here that is worth its reading. */
const longest = 256 * 1024;

/** `undefined`: it is not TOML, or too long. */
export function readToml(text: string): unknown {
  if (text.length > longest) return undefined;
  try {
    return parse(text.replace(/^\uFEFF/, ''), { integersAsBigInt: 'asNeeded' });
  } catch {
    return undefined;
  }
}
