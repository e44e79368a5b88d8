import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from './lock.ts';
import { cache } from './paths.ts';
import { npm } from './processes.ts';
import { progress } from './progress.mjs';

/** VS Code comes inside the npm package `code-server`, whose versions are named like this. */
export interface EditorVersion {
  readonly version: string;
  /** Native modules that this version cannot start without: a C++ compiler builds them. */
  readonly natives: readonly string[];
}

/** VS Code 1.139.1: it needs none of its native modules. */
export const currentEditor: EditorVersion = { version: '4.139.1', natives: [] };

/** VS Code 1.103.2, the oldest that `engines.vscode` promises. */
export const minimumEditor: EditorVersion = {
  version: '4.103.2',
  natives: ['@vscode/spdlog', 'native-watchdog'],
};

/** The native modules of this version could not be built here: it cannot run on this machine. */
export class NativeBuildError extends Error {}

/** The folder of the installed editor (`lib/vscode` of the package); installs it when it is missing. */
export async function installEditor(editor: EditorVersion): Promise<string> {
  const name = `editor-${editor.version}`;
  const target = join(cache, name);
  const folder = join(target, 'node_modules', 'code-server', 'lib', 'vscode');
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  await withLock(join(cache, `${name}.lock`), async () => {
    if (existsSync(folder)) return;
    await removeLeftovers(name);
    await progress(`Installing the editor (code-server ${editor.version}, about 600 MB)`, async () => {
      // Once more: a registry may fail to answer one of the thousand requests.
      const finished = await install(editor, join(cache, `${name}.a`)).catch((error: unknown) => {
        if (error instanceof NativeBuildError) throw error;
        return install(editor, join(cache, `${name}.b`));
      });
      await rename(finished, target);
    });
  });
  return folder;
}

/** Only under the lock: what is unfinished then belongs to a process that died. */
async function removeLeftovers(name: string): Promise<void> {
  for (const entry of await readdir(cache)) {
    if (entry === `${name}.a` || entry === `${name}.b`) {
      await rm(join(cache, entry), { recursive: true, force: true });
    }
  }
}

async function install(editor: EditorVersion, folder: string): Promise<string> {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier'];
  await mkdir(folder, { recursive: true });
  const vscode = join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
  await must(['install', '--prefix', folder, '--no-save', ...quiet, `code-server@${editor.version}`], folder);
  await must(['install', '--omit=dev', ...quiet], vscode);
  await must(['install', '--omit=dev', ...quiet], join(vscode, 'extensions'));
  if (editor.natives.length > 0) {
    const { code, text } = await npm(['rebuild', ...editor.natives], vscode);
    if (code !== 0) {
      await rm(folder, { recursive: true, force: true });
      throw new NativeBuildError(`its native modules could not be built (${reason(text)})`);
    }
  }
  return folder;
}

async function must(args: readonly string[], cwd: string): Promise<void> {
  const { code, text } = await npm(args, cwd);
  if (code === 0) return;
  throw new Error(
    `${text.trim()}\n\nThe editor could not be installed (npm ${args.join(' ')}). ` +
      'Check the network and the npm registry (npm ping), then try again.',
  );
}

/** The line of a failed build that says why, as well as a program can tell. */
function reason(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/^npm error\s*/i, '').trim());
  return (
    lines.find((line) => /not found|could not find|no such file|ENOTFOUND|FetchError/i.test(line)) ??
    lines.findLast((line) => line !== '') ??
    'no output'
  );
}
