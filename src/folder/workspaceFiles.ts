import * as vscode from 'vscode';
import type { FolderFiles, FolderListing } from './files.ts';

/** Maximum size of a file in bytes. Larger files aren't read. */
const maxFileBytes = 256 * 1024;

/**
 * Creates a reader for the files of an open folder on any file system. Its functions reject when the signal is aborted.
 */
export function createWorkspaceFiles(folder: vscode.Uri, signal: AbortSignal): FolderFiles {
  const toUri = (path: string): vscode.Uri => {
    const absolute = /^[a-z]:[\\/]/i.test(path) ? `/${path.replaceAll('\\', '/')}` : path;
    return absolute.startsWith('/') ? folder.with({ path: absolute }) : vscode.Uri.joinPath(folder, path);
  };
  return {
    folderPath: folder.path,
    async read(path) {
      signal.throwIfAborted();
      try {
        const { size, type } = await vscode.workspace.fs.stat(toUri(path));
        if (size > maxFileBytes || (type & vscode.FileType.File) === 0) return undefined;
        return new TextDecoder('utf-8', { fatal: true }).decode(
          await vscode.workspace.fs.readFile(toUri(path)),
        );
      } catch {
        return undefined;
      }
    },
    async list(path): Promise<FolderListing> {
      signal.throwIfAborted();
      const unsortedEntries = await vscode.workspace.fs.readDirectory(toUri(path)).then(undefined, () => []);
      const entries = unsortedEntries.toSorted(([a], [b]) => (a < b ? -1 : 1));
      const filterNames = (kind: vscode.FileType) =>
        // A link to a folder could form a cycle.
        entries.filter(([, type]) => type === kind).map(([name]) => name);
      return { files: filterNames(vscode.FileType.File), folders: filterNames(vscode.FileType.Directory) };
    },
  };
}
