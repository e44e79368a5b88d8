import type { FolderFiles } from '../../../src/folder/files.ts';

/** Creates a folder with these texts. The keys are absolute paths. */
export function folderOf(texts: Readonly<Record<string, string>>, folderPath = '/work'): FolderFiles {
  const resolved = (path: string): string =>
    new URL(path, `file://${folderPath}/`).pathname.replace(/\/$/, '');
  const all = new Map(Object.entries(texts).map(([path, text]) => [resolved(path), text]));
  return {
    folderPath,
    read: async (path) => all.get(resolved(path)),
    list: async (path) => {
      const top = `${resolved(path === '' ? '.' : path)}/`;
      const below = [...all.keys()].filter((one) => one.startsWith(top)).map((one) => one.slice(top.length));
      const folders = below.filter((one) => one.includes('/')).map((one) => one.split('/')[0] ?? '');
      return {
        files: below.filter((one) => !one.includes('/')).toSorted(),
        folders: [...new Set(folders)].toSorted(),
      };
    },
  };
}
