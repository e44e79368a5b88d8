import * as vscode from 'vscode';
import { type GitFacts, readGitDirectory, sortRemotes } from './git.ts';
import { createWorkspaceFiles } from './workspaceFiles.ts';

/** The part of the Git extension's API that is used. */
interface GitExports {
  readonly enabled: boolean;
  getAPI(version: 1): {
    readonly git: { readonly path: string };
    getRepository(uri: vscode.Uri): {
      readonly rootUri: vscode.Uri;
      readonly state: {
        readonly HEAD?: {
          /** 0 for a branch. */
          readonly type: number;
          readonly name?: string;
          readonly upstream?: { readonly remote: string };
        };
        readonly remotes: readonly { readonly name: string; readonly fetchUrl?: string }[];
      };
    } | null;
  };
}

/**
 * Returns the Git facts from the Git extension. Returns `undefined` if the extension is disabled or restricted, or
 * hasn't opened the repository yet.
 */
export function readGitExtension(folder: vscode.Uri): GitFacts | undefined {
  try {
    const extension = vscode.extensions.getExtension<GitExports>('vscode.git');
    if (!extension?.isActive || !extension.exports.enabled) return undefined;
    const repository = extension.exports.getAPI(1).getRepository(folder);
    if (!repository) return undefined;
    const { HEAD, remotes } = repository.state;
    const rootPath = repository.rootUri.path.replace(/\/$/, '');
    if (HEAD === undefined || (folder.path !== rootPath && !folder.path.startsWith(`${rootPath}/`)))
      return undefined;
    const urls = remotes.flatMap(({ name, fetchUrl }) =>
      fetchUrl === undefined ? [] : [[name, fetchUrl] as const],
    );
    return {
      remotes: sortRemotes(new Map(urls), HEAD.upstream?.remote),
      ...(HEAD.type === 0 && HEAD.name !== undefined && { branch: HEAD.name }),
      pathInRepository: folder.path.slice(rootPath.length + 1).replace(/\/$/, ''),
    };
  } catch {
    // The version of the extension is incompatible. The caller reads the same facts from files.
    return undefined;
  }
}

/** Returns the Git program of the Git extension, or `git`. */
export function findGitProgram(): string {
  try {
    const extension = vscode.extensions.getExtension<GitExports>('vscode.git');
    return (extension?.isActive && extension.exports.getAPI(1).git.path) || 'git';
  } catch {
    return 'git'; // The extension is disabled.
  }
}

/**
 * Reads the Git facts of a folder from the Git extension, otherwise from its files, without running Git. Returns
 * `undefined` if there is no repository.
 */
export async function readGitFacts(folder: vscode.Uri, signal: AbortSignal): Promise<GitFacts | undefined> {
  return readGitExtension(folder) ?? (await readGitDirectory(createWorkspaceFiles(folder, signal)));
}
