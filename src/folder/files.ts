/** What is in one folder. */
export interface FolderListing {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/** The files below one folder, by paths with `/` from there; the folder itself is `''`, and `..` leads out of it. */
export interface FolderFiles {
  /** The path of the folder itself. */
  readonly folderPath: string;
  /** `undefined`: it isn't there, is too large, or is no text. */
  read(path: string): Promise<string | undefined>;
  /** Empty where there is no such folder. */
  list(path: string): Promise<FolderListing>;
}

/** What others wrote, or what was built from the sources. */
export const ignoredFolders: ReadonlySet<string> = new Set([
  ...['.git', 'node_modules', 'bower_components', 'site-packages', '.venv', 'venv', '__pycache__'],
  ...['dist', 'build', 'out', 'coverage', '.next', '.nuxt', '.svelte-kit', 'target', '.tox'],
]);

/** `a`, `b` as `a/b`; an empty one leaves the other. */
export function joinPath(folder: string, name: string): string {
  if (folder === '' || name === '') return folder + name;
  return `${folder}/${name}`;
}
