/** Names that mean a device on Windows. */
const windowsDeviceNames = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|-|$)/i;

/** Names of others as one that every system takes for a file, without its ending; empty where nothing is left of them. */
export function toSafeFileName(names: readonly (string | undefined)[]): string {
  const parts = names.map((name = '') => {
    const safe = name.replaceAll(/[[^\p{L}\p{M}\p{N}._\-]\p{DI}]+/gv, '-').replaceAll(/^[-.]+/g, '');
    // By characters: half of a surrogate pair is none.
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

/** The last part of a path. */
export function getFileName({ path }: { readonly path: string }): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
