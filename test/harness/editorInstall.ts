import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from './lock.ts';
import { cache } from './paths.ts';
import { npm } from './processes.ts';
import { progress } from './progress.mjs';

/** A version of the npm package `code-server`, which contains VS Code. */
export interface EditorVersion {
  readonly version: string;
  /** The version of Node to run it with. Defaults to that of the project. */
  readonly node?: string;
}

/** VS Code 1.139.1. */
export const currentEditor: EditorVersion = { version: '4.139.1' };

/** VS Code 1.103.2, the minimum version of `engines.vscode`. With Node 24, its extension host hangs. */
export const minimumEditor: EditorVersion = { version: '4.103.2', node: '22.23.3' };

interface InstalledEditor {
  /** The folder `lib/vscode` of the package. */
  readonly folder: string;
  /** The path of the Node that runs it. */
  readonly node: string;
}

/** Installs the editor if it's missing. */
export async function installEditor(editor: EditorVersion): Promise<InstalledEditor> {
  const name = `editor-${editor.version}`;
  const target = join(cache, name);
  const installed = {
    folder: join(target, 'node_modules', 'code-server', 'lib', 'vscode'),
    node: editor.node === undefined ? process.execPath : join(target, 'node_modules', ...nodeProgram),
  };
  const { folder } = installed;
  if (existsSync(folder)) return installed;
  await mkdir(cache, { recursive: true });
  await withLock(join(cache, `${name}.lock`), async () => {
    if (existsSync(folder)) return;
    await removeLeftovers(name);
    await progress(`Installing the editor (code-server ${editor.version}, about 600 MB)`, async () => {
      // Tries again, because a registry can fail to respond to one of the thousand requests.
      const finished = await install(editor, join(cache, `${name}.a`)).catch(() =>
        install(editor, join(cache, `${name}.b`)),
      );
      await rename(finished, target);
    });
  });
  return installed;
}

/** The npm package with Node for this machine, and the path of the program in it. */
const nodePackage = `${process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'}-${
  process.platform === 'win32' ? 'win' : process.platform
}-${process.arch}`;
const nodeProgram = [nodePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'];

/** Removes unfinished installations. Call it only with the lock: the process that started them has died. */
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
  const packages = [
    `code-server@${editor.version}`,
    ...(editor.node === undefined ? [] : [`${nodePackage}@${editor.node}`]),
  ];
  await runOrThrow(['install', '--prefix', folder, '--no-save', ...quiet, ...packages], folder);
  await runOrThrow(['install', '--omit=dev', ...quiet], vscode);
  await runOrThrow(['install', '--omit=dev', ...quiet], join(vscode, 'extensions'));
  // The native modules aren't built, because that would need a compiler. Without a replacement of this one,
  // nothing is logged.
  const spdlog = join(vscode, 'node_modules', '@vscode', 'spdlog', 'index.js');
  await copyFile(new URL('replacements/spdlog.cjs', import.meta.url), spdlog);
  return folder;
}

async function runOrThrow(args: readonly string[], cwd: string): Promise<void> {
  const { code, text } = await npm(args, cwd);
  if (code === 0) return;
  throw new Error(
    `${text.trim()}\n\nCouldn't install the editor (npm ${args.join(' ')}). ` +
      'Check the network and the npm registry (npm ping), and then try again.',
  );
}
