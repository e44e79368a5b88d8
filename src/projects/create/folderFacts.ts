import * as vscode from 'vscode';
import type { Services } from '../../context.ts';
import type { EnvVariable } from '../../domain/environment.ts';
import { omitUndefined } from '../../fields.ts';
import {
  detectProject,
  findPackages,
  type ProjectSuggestions,
  pickDefaultFolder,
  type WorkspacePackage,
} from '../../folder/detectProject.ts';
import { type FolderFiles, joinPath } from '../../folder/files.ts';
import { readGitDirectory } from '../../folder/git.ts';
import { readGitExtension } from '../../folder/gitExtension.ts';
import { readRepositoryName, toWebRemote } from '../../folder/remote.ts';
import { createWorkspaceFiles } from '../../folder/workspaceFiles.ts';
import { type DraftValues, type ProjectFieldKey, truncateProjectName } from './draft.ts';

/** Parses the text of a `.env` file. */
export type ParseEnv = Services['parseEnv'];

/** The facts of a folder that can become a project. They're read from files, without running anything. */
export interface FolderFacts {
  readonly folder: vscode.Uri;
  readonly packages: readonly WorkspacePackage[];
  /** The path of the inspected package. Empty for the folder itself. */
  readonly packagePath: string;
  /** Whether the inspected package depends on an MCP SDK. */
  readonly isServer: boolean;
  /** Web URLs of the Git remotes, the preferred one first. */
  readonly remotes: readonly string[];
  readonly suggestedValues: DraftValues;
  /** Texts about the origins of the suggestions. */
  readonly reasons: { readonly [Key in ProjectFieldKey]?: string };
  /** Paths of the `.env` files below the folder. Later files take precedence. */
  readonly envFiles: readonly string[];
  /** Number of variables in the `.env` files. Absent until these are read. */
  readonly envVariableCount?: number;
}

/**
 * Inspects a folder and one of its packages: `packagePath`, otherwise the first package that is a server, otherwise the
 * folder itself.
 */
export async function inspectFolder(
  folder: vscode.Uri,
  packagePath: string | undefined,
  signal: AbortSignal,
): Promise<FolderFacts> {
  const files = createWorkspaceFiles(folder, signal);
  const [packages, git] = await Promise.all([
    findPackages(files),
    readGitExtension(folder) ?? readGitDirectory(files),
  ]);
  const chosenPath = packagePath ?? (packages.find(({ isServer }) => isServer)?.path || '');
  const suggestions = await detectProject(files, chosenPath);
  const remotes = (git?.remotes ?? []).flatMap((address) => toWebRemote(address)?.url ?? []);
  const preferredRemote = git?.remotes.find((address) => toWebRemote(address));
  const [remote] = remotes;
  const rootDirectory = joinPath(git?.pathInRepository ?? '', chosenPath);
  const folderName = folder.path.split('/').findLast((part) => part !== '');
  const name =
    (rootDirectory === '' && remote !== undefined ? readRepositoryName(remote) : undefined) ??
    suggestions.name ??
    folderName;
  return {
    folder,
    packages,
    packagePath: chosenPath,
    isServer: suggestions.isServer,
    remotes: [...new Set(remotes)],
    suggestedValues: {
      ...(name !== undefined && { name: truncateProjectName(name) }),
      ...omitUndefined({ sourceRepository: remote }),
      ...(git?.branch !== undefined && { branchName: git.branch }),
      rootDirectory,
      ...pickSuggestedValues(suggestions),
    },
    reasons: describeSuggestions(suggestions, preferredRemote),
    envFiles: await listEnvFiles(files, chosenPath),
  };
}

/** Maximum number of inspected folders, to limit the delay. */
const maxFolders = 20;

/**
 * Inspects folders and returns the facts of the one to host, or `undefined` without folders. `activeFolder`: folder of
 * the active editor.
 */
export async function inspectFolders(
  folders: readonly vscode.Uri[],
  activeFolder: vscode.Uri | undefined,
  signal: AbortSignal,
): Promise<FolderFacts | undefined> {
  const folderFacts = await Promise.all(
    folders.slice(0, maxFolders).map((folder) => inspectFolder(folder, undefined, signal)),
  );
  const index = pickDefaultFolder(
    folderFacts.map(({ folder, isServer }) => ({
      isServer,
      isInUse: folder.toString() === activeFolder?.toString(),
    })),
  );
  return folderFacts[index];
}

function pickSuggestedValues({
  sources: _,
  unsupportedVersion: __,
  name: ___,
  isServer: ____,
  ...values
}: ProjectSuggestions): DraftValues {
  return values;
}

function describeSuggestions(
  { sources, unsupportedVersion, transport }: ProjectSuggestions,
  remote: string | undefined,
) {
  const repository = remote === undefined ? undefined : describeRepositoryCleanup(remote);
  return {
    ...omitUndefined({ sourceRepository: repository }),
    ...(sources.runtime !== undefined && { runtime: vscode.l10n.t('from {0}', sources.runtime) }),
    ...(unsupportedVersion !== undefined && {
      runtime: vscode.l10n.t('no available runtime satisfies {0}', unsupportedVersion),
    }),
    ...(transport !== undefined &&
      sources.transport !== undefined && { transport: vscode.l10n.t('found in {0}', sources.transport) }),
  };
}

/** Returns a text about how the URL of a remote is changed before it's sent, or `undefined` if it isn't changed. */
export function describeRepositoryCleanup(text: string): string | undefined {
  const remote = toWebRemote(text);
  if (remote?.hadCredentials)
    return vscode.l10n.t('Any user name, password, or query in the URL is removed.');
  return remote?.wasSsh ? vscode.l10n.t('The SSH URL is converted to an HTTPS URL.') : undefined;
}

/**
 * Returns the `.env` files of the folder and the package. Templates come first, because later files take precedence.
 */
async function listEnvFiles(files: FolderFiles, packagePath: string): Promise<readonly string[]> {
  const names = ['.env.example', '.env.sample', '.env.template', '.env', '.env.local'];
  const paths: string[] = [];
  for (const folder of new Set(['', packagePath])) {
    const fileNames = new Set((await files.list(folder)).files);
    paths.push(...names.filter((name) => fileNames.has(name)).map((name) => joinPath(folder, name)));
  }
  return paths;
}

/** Whether a file is a template with placeholders instead of values. */
function isEnvFileTemplate(path: string): boolean {
  return /\.(example|sample|template)$/.test(path);
}

export interface EnvFileVariable extends EnvVariable {
  /** The file that defines the value, or otherwise the key. */
  readonly file: string;
}

/**
 * Reads the variables in `.env` files. The last value of a key that isn't empty applies. Secret values of templates are
 * ignored.
 */
export async function readEnvFiles(
  folder: vscode.Uri,
  envFiles: readonly string[],
  parseEnv: ParseEnv,
): Promise<readonly EnvFileVariable[]> {
  const files = createWorkspaceFiles(folder, new AbortController().signal);
  const variables = new Map<string, EnvFileVariable>();
  for (const file of envFiles) {
    for (const variable of await parseEnv((await files.read(joinPath('', file))) ?? '')) {
      const previous = variables.get(variable.key);
      const isSecret = variable.isSecret || previous?.isSecret === true;
      const value = isEnvFileTemplate(file) && isSecret ? '' : variable.value;
      const replacesPrevious = previous === undefined || value !== '';
      variables.set(
        variable.key,
        replacesPrevious ? { ...variable, value, isSecret, file } : { ...previous, isSecret },
      );
    }
  }
  return [...variables.values()];
}
