const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes the name of a file, or returns `undefined` if it isn't UTF-8. */
export function decodeFileName(name: Buffer): string | undefined {
  try {
    return utf8.decode(name);
  } catch {
    return undefined;
  }
}

/** Returns the name of a file with escapes such as `caf\xE9.txt` if it isn't UTF-8. */
export function escapeFileName(name: Buffer): string {
  return (
    decodeFileName(name) ??
    name
      .toString('latin1')
      .replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).toUpperCase()}`)
  );
}

/** Returns a path with escapes, up to the first part that isn't UTF-8. */
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
