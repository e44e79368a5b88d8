/** Device names of Windows. */
const windowsDeviceNames = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|-|$)/i;

/**
 * Joins names into a file name, without extension, that every operating system accepts. Returns an empty string if no
 * characters are left.
 */
export function toSafeFileName(names: readonly (string | undefined)[]): string {
  const parts = names.map((name = '') => {
    const safe = name.replaceAll(/[[^\p{L}\p{M}\p{N}._\-]\p{DI}]+/gv, '-').replaceAll(/^[-.]+/g, '');
    // Splits into characters, because half of a surrogate pair is invalid.
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

/** Returns the last segment of a path. */
export function getFileName({ path }: { readonly path: string }): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
