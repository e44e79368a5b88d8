import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { listGitFiles } from '../../../src/folder/gitFiles.node.ts';
import { inspectFiles } from '../../../src/folder/inspect.node.ts';
import { walkFiles } from '../../../src/folder/walkFiles.node.ts';

/** Creates a folder on disk with these files. It's deleted at the end of the scope. */
export function folderWith(files: Readonly<Record<string, string>>) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'folder-')));
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  for (const [path, content] of Object.entries(files)) write(path, content);
  return {
    root,
    write,
    writeBytes: (path: string, content: Uint8Array, mode = 0o644): void =>
      writeFileSync(join(root, path), content, { mode }),
    git: (...args: readonly string[]): string => runGit(root, ...args),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Runs Git without the configuration of this machine. */
export function runGit(cwd: string, ...args: readonly string[]): string {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...who, ...args], { cwd, env, encoding: 'utf8', stdio: 'pipe' });
}

const quiet = (): AbortSignal => new AbortController().signal;

export const byGit = (root: string, signal = quiet()) => listGitFiles(root, { signal, program: 'git' });
export const byWalk = (root: string, signal = quiet()) => walkFiles(root, signal);

/** Inspects the files of a folder that Git or the directory walk lists. */
export async function readWith(root: string, how: 'git' | 'fileSystem') {
  const listed = how === 'git' ? await byGit(root) : await byWalk(root);
  return inspectFiles(root, listed ?? { paths: [] }, { signal: quiet() });
}
