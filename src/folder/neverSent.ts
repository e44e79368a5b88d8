/** What is installed or built for this machine, and what Git keeps. */
const excludedFolders: ReadonlySet<string> = new Set([
  '.git',
  'node_modules',
  '.venv',
  'venv',
  '__pycache__',
]);

/** The folder in a path (with `/`) because of which its file never goes; `undefined`: it may go. */
export function findExcludedFolder(path: string): string | undefined {
  const parts = path.split('/');
  const at = parts.findIndex((part) => excludedFolders.has(part));
  return at === -1 ? undefined : parts.slice(0, at + 1).join('/');
}
