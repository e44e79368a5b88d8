/** Maximum number of folders at the beginning of a path that can be the build's own ones, such as `/opt/render/project`. */
const maxForeignFolders = 6;

/** Folders with code of others, which isn't in the workspace, or isn't what the user wants to change. */
const foreignFolders: ReadonlySet<string> = new Set([
  'node_modules',
  'site-packages',
  'dist-packages',
  '.venv',
  '.cargo',
  '.rustup',
]);

/** The first folders of absolute paths that belong to the machine that ran the build. */
const systemFolders: ReadonlySet<string> = new Set(['lib', 'lib64', 'etc', 'proc', 'sys', 'dev', 'bin']);

/**
 * Returns the relative paths at which a file of a build log can be in a folder, the most probable one first. A relative
 * path is its own candidate. The folder in which the build ran is unknown, so an absolute path loses its first folders
 * one by one. No candidate leaves its folder.
 */
export function listCandidatePaths(path: string): readonly string[] {
  const isAbsolute = path.startsWith('/');
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.length === 0 || parts.some((part) => !isSafeName(part) || foreignFolders.has(part))) return [];
  if (!isAbsolute) return [parts.join('/')];
  if (isSystemPath(parts)) return [];
  const count = Math.min(parts.length, maxForeignFolders + 1);
  return Array.from({ length: count }, (_, index) => parts.slice(index).join('/'));
}

/** Whether a path is in a folder of the system, or of Go's modules. `/usr/src` is usual for the source in an image. */
function isSystemPath(parts: readonly string[]): boolean {
  if (parts[0] === 'usr') return parts[1] !== 'src';
  return systemFolders.has(parts[0] ?? '') || parts.join('/').startsWith('go/pkg/mod/');
}

/**
 * Whether a name can be part of a path in every file system. Excludes `..` and other names that end with a dot or a space,
 * control characters, and streams of Windows.
 */
function isSafeName(name: string): boolean {
  return !/[\p{Cc}\p{Cf}\\:*?"<>|%]/u.test(name) && !/[. ]$/.test(name);
}
