/** Folders with dependencies for this machine, and with Git's data. */
const excludedFolders: ReadonlySet<string> = new Set([
  '.git',
  'node_modules',
  '.venv',
  'venv',
  '__pycache__',
]);

/** Returns the path of the folder because of which a file is never sent, or `undefined`. */
export function findExcludedFolder(path: string): string | undefined {
  const parts = path.split('/');
  const at = parts.findIndex((part) => excludedFolders.has(part));
  return at === -1 ? undefined : parts.slice(0, at + 1).join('/');
}
