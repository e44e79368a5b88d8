import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { toVisibleCode } from '../../editor/webview/visibleText.ts';
import { type LoadedTestFile, readTestFile, testFileSuffix } from './readTestFile.ts';
import { formatIssues } from './report.cli.ts';

/** Reads each test file at the given paths once. Each line of `problems` names a file and the problem. */
export async function loadTestFiles(
  paths: readonly string[],
  folder: string,
): Promise<{ readonly files: readonly LoadedTestFile[]; readonly problems: readonly string[] }> {
  const files = new Map<string, LoadedTestFile>();
  const problems: string[] = [];
  for (const path of paths.length === 0 ? ['.'] : paths) {
    try {
      const filePaths = await findTestFiles(resolve(folder, path));
      if (filePaths.length === 0)
        problems.push(`${toVisibleCode(path)}: contains no *${testFileSuffix} files`);
      for (const filePath of filePaths) {
        const name = relative(folder, filePath).split(sep).join('/');
        const text = await readFile(filePath, 'utf8');
        const result = readTestFile(text);
        if (result.ok) files.set(filePath, { path: name, text, file: result.file, locate: result.locate });
        else problems.push(formatIssues(name, text, result.issues));
      }
    } catch (error) {
      const code = Reflect.get(Object(error), 'code') ?? 'error';
      problems.push(
        code === 'ENOENT'
          ? `${toVisibleCode(path)}: doesn't exist`
          : `${toVisibleCode(path)}: couldn't be read (${code})`,
      );
    }
  }
  return { files: [...files.values()], problems };
}

/** Returns the file itself, or all test files below a folder. */
async function findTestFiles(path: string): Promise<readonly string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const filePaths: string[] = [];
  const entries = await readdir(path, { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const entryPath = join(path, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules' && entry.name !== '.git')
        filePaths.push(...(await findTestFiles(entryPath)));
    } else if (entry.name.endsWith(testFileSuffix)) filePaths.push(entryPath);
  }
  return filePaths;
}
