import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { dirname } from 'node:path';
import { omitUndefined } from '../fields.ts';
import type { FileList, GitState } from './contents.ts';
import { decodeFileName, escapeFilePath } from './fileNames.node.ts';
import { findExcludedFolder } from './neverSent.ts';

interface GitFilesOptions {
  readonly signal: AbortSignal;
  readonly program: string;
}

/** bytes of what Git says; a path takes about 60. */
const maxOutputBytes = 256 * 1024 * 1024;

/** Returns what of a folder Git would commit. `undefined`: it is no part of a repository, or Git doesn't work there. */
export async function listGitFiles(
  root: string,
  { signal, program }: GitFilesOptions,
): Promise<(FileList & { readonly git: GitState }) | undefined> {
  const ask = (...args: readonly string[]): Promise<Buffer | undefined> =>
    runGit(program, args, root, signal);
  const askText = async (...args: readonly string[]): Promise<string | undefined> =>
    (await ask(...args))?.toString().trim();
  if ((await askText('rev-parse', '--is-inside-work-tree')) !== 'true') return undefined;
  // Of a folder that is ignored as a whole, Git lists nothing.
  if ((await ask('check-ignore', '--quiet', '.')) !== undefined) return undefined;
  const [listed, commit, branch, isDirty] = await Promise.all([
    ask('ls-files', '-z', '--cached', '--others', '--exclude-standard'),
    askText('rev-parse', '--verify', '--quiet', 'HEAD'),
    askText('symbolic-ref', '--quiet', '--short', 'HEAD'),
    hasChanges(ask),
  ]);
  if (listed === undefined) return undefined;
  return { ...parseFileList(listed), git: { ...omitUndefined({ commit, branch }), isDirty } };
}

/** Splits names that end with a zero byte. While files are merged, each is listed several times. */
function parseFileList(listed: Buffer): FileList {
  const paths = new Set<string>();
  const notUtf8 = new Set<string>();
  for (let at = 0; at < listed.length; ) {
    const end = listed.indexOf(0, at);
    const name = listed.subarray(at, end === -1 ? listed.length : end);
    const path = decodeFileName(name);
    if (path === undefined) notUtf8.add(escapeFilePath(name));
    else if (path !== '') paths.add(path);
    at += name.length + 1;
  }
  return { paths: [...paths], notUtf8: [...notUtf8] };
}

type RunGit = (...args: readonly string[]) => Promise<Buffer | undefined>;

/** Whether something differs from the commit, or that isn't known. Changes of what never goes don't count. */
async function hasChanges(ask: RunGit): Promise<boolean> {
  const filters = await listRepositoryFilters(ask);
  // Submodules never go, and have a configuration of their own.
  const status = ['--porcelain', '-z', '--no-renames', '--ignore-submodules=all', '--untracked-files=normal'];
  const changes = filters && (await ask(...disableFilters(filters), 'status', ...status, '--', '.'));
  return (
    changes === undefined ||
    changes
      .toString()
      .split('\0')
      .some((line) => line !== '' && findExcludedFolder(line.slice(3).replace(/\/$/, '')) === undefined)
  );
}

/**
 * Returns the names of the filters (gitattributes) that the repository itself configures, or extends; `undefined`: they can't
 * be turned off. Those of the user and of the system are programs that the user installed, such as Git LFS.
 */
async function listRepositoryFilters(ask: RunGit): Promise<readonly string[] | undefined> {
  const listed = await ask('config', '--list', '-z', '--name-only', '--show-scope');
  if (listed === undefined) return undefined;
  const fields = listed.toString().split('\0');
  const names = new Set<string>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [scope = '', key = ''] = fields.slice(at, at + 2);
    // Git LFS runs the programs of its extensions, which a repository can configure.
    const name = key.startsWith('lfs.extension.') ? 'lfs' : /^filter\.(.+)\.[^.]+$/s.exec(key)?.[1];
    if (name !== undefined && !['system', 'global', 'command'].includes(scope)) names.add(name);
  }
  // Git takes a key up to the first sign of equality.
  return [...names].some((name) => name.includes('=')) ? undefined : [...names];
}

function disableFilters(names: readonly string[]): readonly string[] {
  return names.flatMap((name) =>
    ['clean=', 'process=', 'required=false'].flatMap((setting) => ['-c', `filter.${name}.${setting}`]),
  );
}

/**
 * Returns what Git writes; `undefined`: it failed, or isn't there. Git runs no program that a repository configures: no hook,
 * no monitor of files, no pager, and no transport for objects that are missing (partial clone), with whatever a transport runs
 * (`core.sshCommand`, `core.gitProxy`, `credential.helper`, `ext::`). A bare repository counts only where it is named.
 */
function runGit(
  program: string,
  args: readonly string[],
  root: string,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const own = Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith('GIT_'));
  const options = {
    // On Windows, a program is first looked for in the current folder; so that isn't the folder of others.
    cwd: dirname(process.execPath),
    env: {
      ...Object.fromEntries(own),
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
      GIT_NO_LAZY_FETCH: '1',
      // For versions that don't have the one above.
      GIT_ALLOW_PROTOCOL: 'none',
    },
    signal,
    maxBuffer: maxOutputBytes,
    windowsHide: true,
    encoding: 'buffer' as const,
  };
  const settings = ['core.fsmonitor=false', `core.hooksPath=${devNull}`, 'safe.bareRepository=explicit'];
  const safe = ['-C', root, '--no-pager', ...settings.flatMap((setting) => ['-c', setting])];
  return new Promise((resolve, reject) => {
    execFile(program, [...safe, ...args], options, (error, stdout) => {
      if (signal.aborted) reject(signal.reason);
      else resolve(error ? undefined : stdout);
    });
  });
}
