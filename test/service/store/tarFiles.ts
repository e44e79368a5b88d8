import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** An entry of an archive. */
export interface TarFile {
  readonly path: string;
  /** bytes */
  readonly size: number;
  /** `0`: a file; `2`: a symbolic link. */
  readonly type: string;
  readonly mode: number;
}

const blockBytes = 512;

/** Reads a `.tar.gz` archive to its end, without its contents. Rejects with a message if it's invalid. */
export async function readTarFiles(gzip: Readable): Promise<readonly TarFile[]> {
  const unzipped = createGunzip();
  gzip.on('error', (error) => unzipped.destroy(error));
  const blocks = createReader(gzip.pipe(unzipped));
  const files: TarFile[] = [];
  let longPath: string | undefined;
  try {
    for (;;) {
      const header = await blocks.take(blockBytes);
      if (!header) throw new Error('The archive has no end.');
      if (header.every((byte) => byte === 0)) break;
      const entry = readHeader(header);
      const content = await blocks.take(entry.size, 'xL'.includes(entry.type));
      if (!content) throw new Error(`The archive ends within ${entry.path}.`);
      await blocks.take((blockBytes - (entry.size % blockBytes)) % blockBytes);
      if (entry.type === 'x') longPath = /^\d+ path=(.*)\n/m.exec(content.toString())?.[1] ?? longPath;
      else if (entry.type === 'L') longPath = content.toString().replace(/\0.*$/s, '');
      else if (entry.type !== 'g') {
        const path = longPath ?? entry.path;
        if (path.startsWith('/') || path.split('/').includes('..'))
          throw new Error(`${path} leads out of the archive.`);
        files.push({ ...entry, path });
        longPath = undefined;
      }
    }
    // The rest is read too, so that a truncated archive is noticed.
    while (await blocks.take(blockBytes));
    return files;
  } catch (error) {
    const code: unknown = Reflect.get(error as object, 'code');
    const isGzip = typeof code === 'string' && code.startsWith('Z_');
    throw isGzip ? new Error('The archive is no whole gzip file.') : error;
  }
}

function readHeader(header: Buffer): TarFile {
  const text = (from: number, length: number): string =>
    header.toString('utf8', from, from + length).replace(/\0.*$/s, '');
  const octal = (from: number, length: number): number =>
    Number.parseInt(text(from, length).trim() || '0', 8);
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  if (sum !== octal(148, 8)) throw new Error('The archive is not a tar file.');
  const prefix = text(257, 5) === 'ustar' ? text(345, 155) : '';
  const name = text(0, 100);
  const path = (prefix === '' ? name : `${prefix}/${name}`).replace(/\/$/, '');
  return { path, size: octal(124, 12), type: text(156, 1) || '0', mode: octal(100, 8) };
}

/**
 * Creates a reader of a number of bytes. It returns `undefined` at the end, and only counts bytes that the
 * caller doesn't need.
 */
function createReader(stream: Readable) {
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  return {
    async take(bytes: number, keepsBytes = bytes === blockBytes): Promise<Buffer | undefined> {
      const parts: Buffer[] = [];
      let missing = bytes;
      while (missing > 0) {
        if (rest.length === 0) {
          const { done, value } = await pieces.next();
          if (done) return undefined;
          rest = value;
        }
        const part = rest.subarray(0, missing);
        rest = rest.subarray(part.length);
        missing -= part.length;
        if (keepsBytes) parts.push(part);
      }
      return Buffer.concat(parts);
    },
  };
}
