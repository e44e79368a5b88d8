import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Header, type Pack, pack } from 'tar-stream';
import type { FolderFile } from './contents.ts';
import { getFileIdentity, openWithoutFollowingLink } from './openFile.node.ts';

/** A packed folder: a `.tar.gz` file that only this user can read. */
export interface Archive {
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
  /** Deletes the file. */
  dispose(): Promise<void>;
}

interface ArchiveOptions {
  readonly signal: AbortSignal;
  /** The folder in which the archive is created. */
  readonly folder: string;
  /** Called with the number of bytes read so far. */
  readonly onProgress?: (bytes: number) => void;
}

/** A file has changed since the folder was read. */
export class ChangedFileError extends Error {
  readonly path: string;

  constructor(path: string) {
    super('A file was changed while the folder was packed.');
    this.name = 'ChangedFileError';
    this.path = path;
  }
}

/**
 * Size of one read in bytes. Larger chunks would stay in memory until the next garbage collection, and smaller ones
 * take longer.
 */
const chunkBytes = 32 * 1024;

/**
 * Packs files one after another, so that memory use is limited. If a file has changed, rejects with a
 * `ChangedFileError` and deletes the incomplete archive.
 */
export async function writeArchive(
  root: string,
  files: readonly FolderFile[],
  { signal, folder, onProgress }: ArchiveOptions,
): Promise<Archive> {
  signal.throwIfAborted();
  const path = join(folder, `${randomUUID()}.tar.gz`);
  const deleteArchive = (): Promise<void> => rm(path, { force: true });
  const tar = pack();
  const output = await open(path, 'wx', 0o600);
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      size += chunk.length;
      callback(null, chunk);
    },
  });
  // The first failure, such as a full disk or a changed file, also ends the other of the two tasks below.
  let failure: unknown;
  const handleFailure = (error: unknown): void => {
    failure ??= error;
    tar.destroy(error instanceof Error ? error : new Error(String(error)));
  };
  await Promise.all([
    pipeline(tar, createGzip(), measure, output.createWriteStream(), { signal }).catch(handleFailure),
    addFiles(tar, root, files, signal, onProgress).catch(handleFailure),
  ]);
  if (failure !== undefined) {
    await output.close().catch(() => undefined);
    await deleteArchive();
    throw signal.aborted ? signal.reason : failure;
  }
  return { path, size, dispose: deleteArchive };
}

async function addFiles(
  tar: Pack,
  root: string,
  files: readonly FolderFile[],
  signal: AbortSignal,
  onProgress: ArchiveOptions['onProgress'],
): Promise<void> {
  let bytesRead = 0;
  for (const file of files) {
    signal.throwIfAborted();
    if (file.linkTarget !== undefined) addLink(tar, file.path, file.linkTarget);
    else
      await addFile(tar, root, file, (bytes) => {
        signal.throwIfAborted();
        bytesRead += bytes;
        onProgress?.(bytesRead);
      });
  }
  tar.finalize();
}

type EntryHeader = Partial<Header> & Pick<Header, 'name' | 'size'>;

function addLink(tar: Pack, name: string, linkname: string): void {
  tar.entry({ name, type: 'symlink', linkname, mode: 0o777, size: 0, mtime: new Date(0) });
}

/**
 * Maximum time, in seconds since the epoch, that tar-stream writes correctly. It truncates times to 32 bits, and a
 * negative time corrupts the archive.
 */
const maxHeaderSeconds = 2 ** 31 - 1;

/** Maximum time, in seconds since the epoch, that 11 octal digits can represent (IEEE Std 1003.1, ustar). */
const maxFileSeconds = 8 ** 11 - 1;

/**
 * Creates the header of a file. `mtimeMs`: time in milliseconds since the epoch. It can be any number, and is limited
 * to the range of the format.
 */
export function createEntryHeader(name: string, size: number, mode: number, mtimeMs: number): EntryHeader {
  const seconds = Number.isNaN(mtimeMs)
    ? 0
    : Math.min(Math.max(Math.floor(mtimeMs / 1000), 0), maxFileSeconds);
  const isProgram = (mode & 0o111) !== 0;
  return {
    name,
    size,
    mode: isProgram ? 0o755 : 0o644,
    // The owner on this machine must not be sent.
    uid: 0,
    gid: 0,
    mtime: new Date(Math.min(seconds, maxHeaderSeconds) * 1000),
    ...(seconds > maxHeaderSeconds && { pax: { mtime: String(seconds) } }),
  };
}

/** Adds a file to the archive. `onRead`: called with the number of bytes of each read. */
async function addFile(
  tar: Pack,
  root: string,
  { path, size, mode, identity }: FolderFile,
  onRead: (bytes: number) => void,
): Promise<void> {
  const source = await openUnchanged(root, path);
  try {
    const stats = await source.stat();
    if (!stats.isFile() || getFileIdentity(stats) !== identity) throw new ChangedFileError(path);
    await writeEntry(tar, createEntryHeader(path, size, mode, stats.mtimeMs), source, onRead);
    if (getFileIdentity(await source.stat()) !== identity) throw new ChangedFileError(path);
  } finally {
    await source.close();
  }
}

/** Error codes that mean that the file was deleted, or replaced by a link or a device. */
const changedCodes = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO']);

async function openUnchanged(root: string, path: string): Promise<FileHandle> {
  try {
    return await openWithoutFollowingLink(join(root, path));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw changedCodes.has(code) ? new ChangedFileError(path) : error;
  }
}

async function writeEntry(
  tar: Pack,
  header: EntryHeader,
  source: FileHandle,
  onRead: (bytes: number) => void,
): Promise<void> {
  const { promise: entryWritten, resolve, reject } = Promise.withResolvers<void>();
  entryWritten.catch(() => undefined); // Prevents an unhandled rejection if the read fails first.
  const entry = tar.entry(header, (error) => (error ? reject(error) : resolve()));
  entry.on('error', reject);
  // The entry is closed with the archive if the archive can't be written.
  entry.on('close', () => reject(new Error('The archive was closed.')));
  for (let remainingBytes = header.size; remainingBytes > 0; ) {
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, remainingBytes));
    const { bytesRead } = await source.read(buffer, 0, buffer.length);
    if (bytesRead === 0) throw new ChangedFileError(header.name);
    remainingBytes -= bytesRead;
    onRead(bytesRead);
    if (!entry.write(buffer.subarray(0, bytesRead))) await waitForDrain(entry, entryWritten);
  }
  entry.end(null);
  await entryWritten;
}

/** Waits until the entry accepts more data. Rejects if writing failed. */
function waitForDrain(entry: ReturnType<Pack['entry']>, entryWritten: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    entry.once('drain', resolve);
    entryWritten.catch(reject);
  });
}
