/** Matches file names that Windows reserves for devices. */
const windowsDeviceNames = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|-|$)/i;

/**
 * Joins names into a file name without extension. Replaces characters that an operating system might not accept.
 * Returns an empty string if the names contain no other characters.
 */
export function toSafeFileName(names: readonly (string | undefined)[]): string {
  const parts = names.map((name = '') => {
    const safe = name.replaceAll(/[[^\p{L}\p{M}\p{N}._\-]\p{DI}]+/gv, '-').replaceAll(/^[-.]+/g, '');
    // Splits the name into code points, because half of a surrogate pair is invalid.
    return [...safe]
      .slice(0, 50)
      .join('')
      .replaceAll(/[-.]+$/g, '');
  });
  return parts
    .filter((part) => part !== '')
    .join('-')
    .replace(windowsDeviceNames, '_$&');
}

/** Returns the last segment of the path of a URI. */
export function getFileName({ path }: { readonly path: string }): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
