const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns a name of a file as text; `undefined`: it isn't UTF-8, so that no text stands for it. */
export function decodeFileName(name: Buffer): string | undefined {
  try {
    return utf8.decode(name);
  } catch {
    return undefined;
  }
}

/** Returns a name that isn't UTF-8 as it is shown: `caf\xE9.txt`. */
export function escapeFileName(name: Buffer): string {
  return (
    decodeFileName(name) ??
    name
      .toString('latin1')
      .replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).toUpperCase()}`)
  );
}

/** Returns the path down to its first part that isn't UTF-8, as it is shown. */
export function escapeFilePath(path: Buffer): string {
  const parts = path
    .toString('latin1')
    .split('/')
    .map((part) => Buffer.from(part, 'latin1'));
  const end = parts.findIndex((part) => decodeFileName(part) === undefined);
  return parts
    .slice(0, end + 1)
    .map(escapeFileName)
    .join('/');
}
