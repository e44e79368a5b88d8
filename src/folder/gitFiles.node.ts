import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { defined } from '../fields.ts';
import type { GitState, Listed } from './contents.ts';
import { neverSentPart } from './neverSent.ts';

interface GitOptions {
  readonly signal: AbortSignal;
  readonly program: string;
}

/** bytes of what Git says; a path takes about 60. */
const mostOutput = 256 * 1024 * 1024;

/** What of a folder Git would commit. `undefined`: it is no part of a repository, or Git doesn't work there. */
export async function gitFiles(
  root: string,
  { signal, program }: GitOptions,
): Promise<(Listed & { readonly git: GitState }) | undefined> {
  const ask = (...args: readonly string[]): Promise<string | undefined> => run(program, args, root, signal);
  if ((await ask('rev-parse', '--is-inside-work-tree'))?.trim() !== 'true') return undefined;
  // Of a folder that is ignored as a whole, Git lists nothing.
  if ((await ask('check-ignore', '--quiet', '.')) !== undefined) return undefined;
  const [listed, commit, branch, changes] = await Promise.all([
    ask('ls-files', '-z', '--cached', '--others', '--exclude-standard'),
    ask('rev-parse', '--verify', '--quiet', 'HEAD'),
    ask('symbolic-ref', '--quiet', '--short', 'HEAD'),
    ask('status', '--porcelain', '-z', '--untracked-files=normal', '--', '.'),
  ]);
  if (listed === undefined) return undefined;
  // While files are merged, each is listed several times.
  const paths = [...new Set(listed.split('\0'))].filter((path) => path !== '');
  return {
    paths,
    git: {
      ...defined({ commit: commit?.trim(), branch: branch?.trim() }),
      isDirty: changes === undefined || isChanged(changes),
    },
  };
}

/** Changes of what never goes don't count. */
function isChanged(changes: string): boolean {
  return changes
    .split('\0')
    .some((line) => line !== '' && neverSentPart(line.slice(3).replace(/\/$/, '')) === undefined);
}

/**
 * What Git says; `undefined`: it failed, or isn't there. It runs no hook and no monitor of files; a filter that a trusted
 * repository names may run, as it does in the editor's own Git.
 */
function run(
  program: string,
  args: readonly string[],
  cwd: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  const options = {
    ...{ cwd, signal, maxBuffer: mostOutput, windowsHide: true },
    env: { ...env, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' },
  };
  const safe = ['-c', 'core.fsmonitor=false', '-c', `core.hooksPath=${devNull}`];
  return new Promise((resolve, reject) => {
    execFile(program, [...safe, ...args], options, (error, stdout) => {
      if (signal.aborted) reject(signal.reason);
      else resolve(error ? undefined : stdout);
    });
  });
}
