import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { dirname } from 'node:path';
import { omitUndefined } from '../fields.ts';
import type { FileList, GitState } from './contents.ts';
import { decodeFileName, escapeFilePath } from './fileNames.node.ts';
import { findExcludedFolder } from './files.ts';

interface GitFilesOptions {
  readonly signal: AbortSignal;
  readonly program: string;
}

/** Maximum size of Git's output in bytes. A path takes about 60. */
const maxOutputBytes = 256 * 1024 * 1024;

/**
 * Lists the files that Git tracks or would add. Returns `undefined` if the folder isn't in a repository or Git fails.
 */
export async function listGitFiles(
  root: string,
  { signal, program }: GitFilesOptions,
): Promise<(FileList & { readonly git: GitState }) | undefined> {
  const run = (...args: readonly string[]): Promise<Buffer | undefined> =>
    runGit(program, args, root, signal);
  const runForText = async (...args: readonly string[]): Promise<string | undefined> =>
    (await run(...args))?.toString().trim();
  if ((await runForText('rev-parse', '--is-inside-work-tree')) !== 'true') return undefined;
  // Git lists nothing in a folder that is ignored as a whole.
  if ((await run('check-ignore', '--quiet', '.')) !== undefined) return undefined;
  const [fileNames, commit, branch, isDirty] = await Promise.all([
    run('ls-files', '-z', '--cached', '--others', '--exclude-standard'),
    runForText('rev-parse', '--verify', '--quiet', 'HEAD'),
    runForText('symbolic-ref', '--quiet', '--short', 'HEAD'),
    hasChanges(run),
  ]);
  if (fileNames === undefined) return undefined;
  return { ...parseFileList(fileNames), git: { ...omitUndefined({ commit, branch }), isDirty } };
}

/**
 * Parses names that are terminated by zero bytes. Removes duplicates, because during a merge, Git lists a file several
 * times.
 */
function parseFileList(output: Buffer): FileList {
  const paths = new Set<string>();
  const notUtf8 = new Set<string>();
  for (let start = 0; start < output.length; ) {
    const end = output.indexOf(0, start);
    const name = output.subarray(start, end === -1 ? output.length : end);
    const path = decodeFileName(name);
    if (path === undefined) notUtf8.add(escapeFilePath(name));
    else if (path !== '') paths.add(path);
    start += name.length + 1;
  }
  return { paths: [...paths], notUtf8: [...notUtf8] };
}

type RunGit = (...args: readonly string[]) => Promise<Buffer | undefined>;

/** Whether files differ from the commit, or whether this is unknown. Excluded files don't count. */
async function hasChanges(run: RunGit): Promise<boolean> {
  const filters = await listRepositoryFilters(run);
  // Submodules are never sent, and have their own configuration.
  const status = ['--porcelain', '-z', '--no-renames', '--ignore-submodules=all', '--untracked-files=normal'];
  const changes = filters && (await run(...disableFilters(filters), 'status', ...status, '--', '.'));
  return (
    changes === undefined ||
    changes
      .toString()
      .split('\0')
      .some((line) => line !== '' && findExcludedFolder(line.slice(3).replace(/\/$/, '')) === undefined)
  );
}

/**
 * Returns the names of the filters (gitattributes) that the repository configures, or `undefined` if they can't be
 * disabled. Filters in the user's and the system's configuration are programs that the user installed, such as Git LFS.
 */
async function listRepositoryFilters(run: RunGit): Promise<readonly string[] | undefined> {
  const output = await run('config', '--list', '-z', '--name-only', '--show-scope');
  if (output === undefined) return undefined;
  const fields = output.toString().split('\0');
  const names = new Set<string>();
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [scope = '', key = ''] = fields.slice(index, index + 2);
    // Git LFS runs the programs of its extensions, which a repository can configure.
    const name = key.startsWith('lfs.extension.') ? 'lfs' : /^filter\.(.+)\.[^.]+$/s.exec(key)?.[1];
    if (name !== undefined && !['system', 'global', 'command'].includes(scope)) names.add(name);
  }
  // A filter with an equals sign in its name can't be disabled, because Git parses the name of a variable in `-c` up to
  // the first equals sign.
  return [...names].some((name) => name.includes('=')) ? undefined : [...names];
}

function disableFilters(names: readonly string[]): readonly string[] {
  return names.flatMap((name) =>
    ['clean=', 'process=', 'required=false'].flatMap((setting) => ['-c', `filter.${name}.${setting}`]),
  );
}

/**
 * Returns the output of Git, or `undefined` if it fails or isn't installed. Git runs no program that a repository
 * configures: no hooks, no file system monitor, no pager, and no transport for missing objects (partial clone),
 * including what a transport runs (`core.sshCommand`, `core.gitProxy`, `credential.helper`, `ext::`). A bare repository
 * is used only if it is named explicitly.
 */
function runGit(
  program: string,
  args: readonly string[],
  root: string,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const otherVariables = Object.entries(process.env).filter(
    ([name]) => !name.toUpperCase().startsWith('GIT_'),
  );
  const options = {
    // Windows searches for a program in the current folder first, so this must not be a folder with files from others.
    cwd: dirname(process.execPath),
    env: {
      ...Object.fromEntries(otherVariables),
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
      GIT_NO_LAZY_FETCH: '1',
      // For Git versions that don't support `GIT_NO_LAZY_FETCH`.
      GIT_ALLOW_PROTOCOL: 'none',
    },
    signal,
    maxBuffer: maxOutputBytes,
    windowsHide: true,
    encoding: 'buffer' as const,
  };
  const settings = ['core.fsmonitor=false', `core.hooksPath=${devNull}`, 'safe.bareRepository=explicit'];
  const safeArgs = ['-C', root, '--no-pager', ...settings.flatMap((setting) => ['-c', setting])];
  return new Promise((resolve, reject) => {
    execFile(program, [...safeArgs, ...args], options, (error, stdout) => {
      if (signal.aborted) reject(signal.reason);
      else resolve(error ? undefined : stdout);
    });
  });
}
