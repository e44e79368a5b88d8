export interface FolderListing {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/**
 * Reads the files below one folder. Paths are relative to the folder and use `/`. The folder itself is `''`, and paths
 * can begin with `..`.
 */
export interface FolderFiles {
  /** The absolute path of the folder. */
  readonly folderPath: string;
  /** Returns the text of a file, or `undefined` if it doesn't exist, is too large, or isn't text. */
  read(path: string): Promise<string | undefined>;
  /** Returns the contents of a folder, or empty lists if it doesn't exist. */
  list(path: string): Promise<FolderListing>;
}

/** Folders with dependencies or build output. */
export const generatedFolders: ReadonlySet<string> = new Set([
  ...['.git', 'node_modules', 'bower_components', 'site-packages', '.venv', 'venv', '__pycache__'],
  ...['dist', 'build', 'out', 'coverage', '.next', '.nuxt', '.svelte-kit', 'target', '.tox'],
]);

/** Joins two paths with `/`. Either can be empty. */
export function joinPath(folder: string, name: string): string {
  if (folder === '' || name === '') return folder + name;
  return `${folder}/${name}`;
}

/** Folders with dependencies for this machine, and with Git's data. */
const neverSentFolders: ReadonlySet<string> = new Set([
  '.git',
  'node_modules',
  '.venv',
  'venv',
  '__pycache__',
]);

/** Returns the path of the folder because of which a file is never sent, or `undefined`. */
export function findExcludedFolder(path: string): string | undefined {
  const parts = path.split('/');
  const index = parts.findIndex((part) => neverSentFolders.has(part));
  return index === -1 ? undefined : parts.slice(0, index + 1).join('/');
}
