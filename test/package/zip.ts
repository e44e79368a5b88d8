/**
 * Returns the entries of a ZIP archive, from its central directory (APPNOTE 4.3.12). Throws if the file is no
 * archive.
 */
export function readZipEntries(file: Buffer): { name: string; size: number }[] {
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end < 0) throw new Error('Not a ZIP file.');
  const count = file.readUInt16LE(end + 10);
  let at = file.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    const nameLength = file.readUInt16LE(at + 28);
    const size = file.readUInt32LE(at + 24);
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
    return { name, size };
  });
}
