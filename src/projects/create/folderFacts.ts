import * as vscode from 'vscode';
import { omitUndefined } from '../../fields.ts';
import {
  detectProject,
  findPackages,
  type ProjectSuggestions,
  type WorkspacePackage,
} from '../../folder/detectProject.ts';
import { type FolderFiles, joinPath } from '../../folder/files.ts';
import { readGit } from '../../folder/git.ts';
import { readEditorGit } from '../../folder/gitExtension.ts';
import { pickDefaultFolder } from '../../folder/likeliest.ts';
import { readRepositoryName, toWebRemote } from '../../folder/remote.ts';
import { createWorkspaceFiles } from '../../folder/workspaceFiles.ts';
import { type DraftValues, type ProjectFieldKey, truncateProjectName } from './draft.ts';

/** What a folder says of the project that it may become. Nothing of it is run. */
export interface FolderFacts {
  readonly folder: vscode.Uri;
  readonly packages: readonly WorkspacePackage[];
  /** The package that is looked at; `''`: the folder itself. */
  readonly root: string;
  /** That package, or the folder itself, depends on an SDK of MCP. */
  readonly isServer: boolean;
  /** Web addresses of the remotes of Git, the best first. */
  readonly remotes: readonly string[];
  readonly suggested: DraftValues;
  /** Where a suggestion comes from, in words. */
  readonly reasons: { readonly [Key in ProjectFieldKey]?: string };
  /** Paths below the folder, what counts last. */
  readonly envFiles: readonly string[];
  /** How many variables are in them. */
  readonly envCount?: number;
}

/** Looks at a folder, and at one package of it: the one that is named, else the first server. */
export async function inspectFolder(
  folder: vscode.Uri,
  root: string | undefined,
  signal: AbortSignal,
): Promise<FolderFacts> {
  const files = createWorkspaceFiles(folder, signal);
  const [packages, git] = await Promise.all([findPackages(files), readEditorGit(folder) ?? readGit(files)]);
  const chosen = root ?? (packages.find(({ isServer }) => isServer)?.path || '');
  const found = await detectProject(files, chosen);
  const remotes = (git?.remotes ?? []).flatMap((address) => toWebRemote(address)?.url ?? []);
  const best = git?.remotes.find((address) => toWebRemote(address));
  const [remote] = remotes;
  const rootDirectory = joinPath(git?.pathInRepository ?? '', chosen);
  const folderName = folder.path.split('/').findLast((part) => part !== '');
  const name =
    (rootDirectory === '' && remote !== undefined ? readRepositoryName(remote) : undefined) ??
    found.name ??
    folderName;
  return {
    folder,
    packages,
    root: chosen,
    isServer: found.isServer,
    remotes: [...new Set(remotes)],
    suggested: {
      ...(name !== undefined && { name: truncateProjectName(name) }),
      ...omitUndefined({ sourceRepository: remote }),
      ...(git?.branch !== undefined && { branchName: git.branch }),
      rootDirectory,
      ...pickSuggestedValues(found),
    },
    reasons: describeSuggestions(found, best),
    envFiles: await listEnvFiles(files, chosen),
  };
}

/** How many of the folders are looked at, so that a window with very many waits no longer. */
const maxFolders = 20;

/** Looks at these folders, and takes the one that most likely is to be hosted. */
export async function inspectFolders(
  folders: readonly vscode.Uri[],
  inUse: vscode.Uri | undefined,
  signal: AbortSignal,
): Promise<FolderFacts | undefined> {
  const inspected = await Promise.all(
    folders.slice(0, maxFolders).map((folder) => inspectFolder(folder, undefined, signal)),
  );
  const index = pickDefaultFolder(
    inspected.map(({ folder, isServer }) => ({ isServer, isInUse: folder.toString() === inUse?.toString() })),
  );
  return inspected[index];
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

/** What was done to an address of Git. */
export function describeRepositoryCleanup(text: string): string | undefined {
  const remote = toWebRemote(text);
  if (remote?.hadCredentials)
    return vscode.l10n.t('Any user name, password, or query in the URL is removed.');
  return remote?.wasSsh ? vscode.l10n.t('The SSH URL is converted to an HTTPS URL.') : undefined;
}

/** `.env` files of the folder and of the package; the templates come first, since what counts comes last. */
async function listEnvFiles(files: FolderFiles, root: string): Promise<readonly string[]> {
  const names = ['.env.example', '.env.sample', '.env.template', '.env', '.env.local'];
  const found: string[] = [];
  for (const folder of new Set(['', root])) {
    const there = new Set((await files.list(folder)).files);
    found.push(...names.filter((name) => there.has(name)).map((name) => joinPath(folder, name)));
  }
  return found;
}

/** Whether a file shows what there is to fill in, rather than values. */
export function isEnvFileTemplate(path: string): boolean {
  return /\.(example|sample|template)$/.test(path);
}
