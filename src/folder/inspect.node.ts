import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { omitUndefined } from '../fields.ts';
import type {
  ExcludedFile,
  ExclusionReason,
  FileList,
  FolderContents,
  FolderFile,
  SensitiveFile,
} from './contents.ts';
import { decodeFileName } from './fileNames.node.ts';
import { findExcludedFolder } from './files.ts';
import { findSecret } from './findSecret.node.ts';
import { getFileIdentity, openWithoutFollowingLink } from './openFile.node.ts';
import { checkFileName, maxSearchedBytes } from './sensitiveFiles.ts';

interface InspectOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: ((inspectedCount: number) => void) | undefined;
}

type InspectedFiles = Pick<FolderContents, 'files' | 'sensitiveFiles' | 'excludedFiles'>;
type InspectedFile = FolderFile | SensitiveFile | ExcludedFile;

/** Number of files that are inspected at the same time. */
const concurrency = 16;

/** Inspects the size, the link target, and the sensitivity of each file. The results are sorted by path. */
export async function inspectFiles(
  root: string,
  { paths, notUtf8 = [] }: FileList,
  { signal, onProgress }: InspectOptions,
): Promise<InspectedFiles> {
  const realRoot = await realpath(root);
  const virtualEnvironments = findVirtualEnvironments(paths);
  const excludedCounts = new Map<string, number>();
  const results: (InspectedFile | undefined)[] = [];
  const queue = paths.values();
  let inspectedCount = 0;
  const inspectNext = async (): Promise<void> => {
    for (const path of queue) {
      signal.throwIfAborted();
      const folder =
        findExcludedFolder(path) ?? virtualEnvironments.find((one) => path.startsWith(`${one}/`));
      if (folder !== undefined)
        excludedCounts.set(folder, (excludedCounts.get(folder) ?? 0) + (path.endsWith('/') ? 0 : 1));
      else results.push(await inspectPath(realRoot, path, signal));
      inspectedCount += 1;
      onProgress?.(inspectedCount);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, inspectNext));
  const neverSent = [...excludedCounts].map(([path, count]) => ({
    path,
    reason: 'neverSent' as const,
    ...omitUndefined({ fileCount: count || undefined }),
  }));
  const inspectedFiles = await removeLinkedFolders(
    realRoot,
    results.filter((one) => one !== undefined),
  );
  return {
    files: inspectedFiles.filter((one): one is FolderFile => 'size' in one).sort(compareByPath),
    sensitiveFiles: inspectedFiles
      .filter((one): one is SensitiveFile => 'file' in one)
      .sort((a, b) => compareByPath(a.file, b.file)),
    excludedFiles: [
      ...neverSent,
      ...notUtf8
        .filter((path) => findExcludedFolder(path) === undefined)
        .map((path) => ({ path, reason: 'notUtf8' as const })),
      ...inspectedFiles.filter((one): one is ExcludedFile => !('size' in one || 'file' in one)),
    ].sort(compareByPath),
  };
}

/** Returns the virtual environments of Python, which can have any name. */
function findVirtualEnvironments(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => path.endsWith('/pyvenv.cfg')).map((path) => dirname(path));
}

/**
 * Removes files in folders that are symbolic links now, because these files are outside the folder. Runs last, to
 * detect folders that were replaced during the inspection.
 */
async function removeLinkedFolders(
  root: string,
  files: readonly InspectedFile[],
): Promise<readonly InspectedFile[]> {
  const ownFolders = new Map([['.', true]]);
  const isOwnFolder = async (folder: string): Promise<boolean> => {
    const knownResult = ownFolders.get(folder);
    if (knownResult !== undefined) return knownResult;
    const stats = await lstat(join(root, folder)).catch(() => undefined);
    const isOwn = !stats?.isSymbolicLink() && (await isOwnFolder(dirname(folder)));
    ownFolders.set(folder, isOwn);
    return isOwn;
  };
  const ownFiles: InspectedFile[] = [];
  for (const one of files) {
    if (await isOwnFolder(dirname('file' in one ? one.file.path : one.path))) ownFiles.push(one);
  }
  return ownFiles;
}

/** Inspects one path. Returns `undefined` if the file no longer exists, such as a tracked file that was deleted. */
async function inspectPath(
  root: string,
  path: string,
  signal: AbortSignal,
): Promise<InspectedFile | undefined> {
  const absolute = join(root, path);
  const stats = await lstat(absolute).catch((error: NodeJS.ErrnoException) => error);
  if (stats instanceof Error) return isMissingFile(stats) ? undefined : { path, reason: 'unreadable' };
  if (stats.isSymbolicLink()) return inspectLink(root, path);
  if (stats.isDirectory()) return { path: path.replace(/\/$/, ''), reason: await explainFolder(absolute) };
  if (!stats.isFile()) return { path, reason: 'special' };
  const source = await openWithoutFollowingLink(absolute).catch(() => undefined);
  try {
    return source ? await inspectOpenFile(source, path, signal) : { path, reason: 'unreadable' };
  } catch {
    signal.throwIfAborted();
    return { path, reason: 'unreadable' };
  } finally {
    await source?.close();
  }
}

/** Inspects the opened file, even if another file has replaced it at its path. */
async function inspectOpenFile(
  source: FileHandle,
  path: string,
  signal: AbortSignal,
): Promise<InspectedFile> {
  const stats = await source.stat();
  if (!stats.isFile()) return { path, reason: 'special' };
  const { size, mode } = stats;
  const file: FolderFile = { path, size, mode: mode & 0o777, identity: getFileIdentity(stats) };
  const sensitivity =
    size > maxSearchedBytes ? checkFileName(path, size) : await findSecret(source, { path, size }, signal);
  return sensitivity ? { file, ...sensitivity } : file;
}

/** Returns why a folder can't be sent: it's a nested repository, or it can't be read. */
async function explainFolder(absolute: string): Promise<ExclusionReason> {
  const folder = await open(absolute).catch(() => undefined);
  await folder?.close();
  return folder ? 'special' : 'unreadable';
}

/**
 * Inspects a symbolic link. It must stay inside the root, both as written and after all links are resolved, so that it
 * works wherever the archive is unpacked.
 */
async function inspectLink(root: string, path: string): Promise<InspectedFile> {
  const absolute = join(root, path);
  const linkText = decodeFileName(await readlink(absolute, 'buffer'));
  if (linkText === undefined) return { path, reason: 'notUtf8' };
  const target = resolve(dirname(absolute), linkText);
  const realTarget = await realpath(absolute).catch((error: NodeJS.ErrnoException) =>
    isMissingFile(error) ? target : undefined,
  );
  if (!isInside(root, target) || realTarget === undefined || !isInside(root, realTarget)) {
    return { path, reason: 'outsideLink' };
  }
  // A relative path is independent of the name of the root.
  const linkTarget = (relative(dirname(absolute), target) || '.').split(sep).join('/');
  return { path, size: 0, mode: 0o777, identity: '', linkTarget };
}

function isInside(root: string, path: string): boolean {
  const relativePath = relative(root, path);
  return relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath);
}

function isMissingFile({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function compareByPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
