import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { homedir, platform } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import type { FileList } from './contents.ts';
import { decodeFileName, escapeFileName } from './fileNames.node.ts';
import { findExcludedFolder, joinPath } from './files.ts';
import { parseIgnoreRules } from './ignoreRules.ts';

/**
 * Lists the files that aren't ignored by `.gitignore` files, without running Git. Tracked files that match an ignore
 * rule are missing, because only Git can determine whether a file is tracked.
 */
export async function walkFiles(root: string, signal: AbortSignal): Promise<FileList> {
  const top = (await findRepositoryRoot(root)) ?? root;
  const rootPath = relative(top, root).split(sep).join('/');
  // Like Git, ignores letter case on systems whose file system does.
  const rules = ignore({ ignorecase: ['win32', 'darwin'].includes(platform()) });
  await readRulesAbove(rules, top, rootPath);
  const walk = new FolderWalk({ root, rootPath, rules, signal });
  await walk.addFolder('');
  return { paths: walk.paths, notUtf8: walk.notUtf8 };
}

interface FolderWalkOptions {
  readonly root: string;
  /** The path of the root in the repository. */
  readonly rootPath: string;
  /** The ignore rules of the folders above the root. Those of the visited folders are added. */
  readonly rules: Ignore;
  readonly signal: AbortSignal;
}

/** Collects the files of a folder. `paths` and `notUtf8` are those of a `FileList`. */
class FolderWalk {
  readonly paths: string[] = [];
  readonly notUtf8: string[] = [];
  readonly #options: FolderWalkOptions;

  constructor(options: FolderWalkOptions) {
    this.#options = options;
  }

  /** Adds the files of a folder and of the folders below it. */
  async addFolder(folder: string): Promise<void> {
    const { root, rootPath, rules, signal } = this.#options;
    signal.throwIfAborted();
    const entries = await readdir(join(root, folder), { withFileTypes: true, encoding: 'buffer' }).catch(
      (error: unknown): undefined => {
        if (folder === '') throw error;
        return undefined;
      },
    );
    if (!entries) {
      this.paths.push(`${folder}/`); // The folder can't be read.
      return;
    }
    if (entries.some(({ name }) => name.equals(gitignoreName))) {
      await readRules(rules, join(root, folder, '.gitignore'), joinPath(rootPath, folder));
    }
    for (const entry of entries) await this.#addEntry(folder, entry);
  }

  async #addEntry(folder: string, entry: Dirent<Buffer>): Promise<void> {
    const { rootPath, rules } = this.#options;
    const name = decodeFileName(entry.name);
    const path = joinPath(folder, name ?? escapeFileName(entry.name));
    const isFolder = entry.isDirectory();
    if (name === '.git') return;
    if (isFolder && findExcludedFolder(path) !== undefined) this.paths.push(`${path}/`);
    else if (rules.ignores(`${joinPath(rootPath, path)}${isFolder ? '/' : ''}`)) return;
    else if (name === undefined) this.notUtf8.push(path);
    else if (isFolder) await this.addFolder(path);
    else this.paths.push(path);
  }
}

const gitignoreName = Buffer.from('.gitignore');

/** Returns the nearest folder with `.git`, including this one and its parents. */
async function findRepositoryRoot(root: string): Promise<string | undefined> {
  for (let folder = root; ; folder = dirname(folder)) {
    if (await stat(join(folder, '.git')).catch(() => undefined)) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/**
 * Reads the ignore rules of the user, of the repository, and of the parent folders. Nearer rules are later and take
 * precedence.
 */
async function readRulesAbove(rules: Ignore, top: string, rootPath: string): Promise<void> {
  const config = process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
  await readRules(rules, join(config, 'git', 'ignore'), '');
  await readRules(rules, join(top, '.git', 'info', 'exclude'), '');
  const parts = rootPath.split('/').filter((part) => part !== '');
  for (let depth = 0; depth < parts.length; depth += 1) {
    const folder = parts.slice(0, depth).join('/');
    await readRules(rules, join(top, folder, '.gitignore'), folder);
  }
}

async function readRules(rules: Ignore, file: string, folder: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '');
  rules.add([...parseIgnoreRules(text, folder)]);
}
