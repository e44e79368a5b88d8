import type { McpTransport, Runtime } from '../api/projects.ts';
import { omitUndefined } from '../fields.ts';
import { suggestNodeCommands, suggestPythonCommands } from './buildCommands.ts';
import { type FolderFiles, generatedFolders, joinPath } from './files.ts';
import {
  type PackageJson,
  type Pyproject,
  parsePackageJson,
  parsePnpmWorkspace,
  parsePyproject,
  parseRequirements,
} from './manifests.ts';
import { detectTransport, preferTransport } from './transport.ts';
import { newestRuntime, parsePinnedVersions, selectNodeRuntime, selectPythonRuntime } from './versions.ts';
import { findWorkspaceFolders, maxPackages, sortNegativeLast } from './workspaces.ts';

/** A package in a workspace with several packages. */
export interface WorkspacePackage {
  /** The path below the folder. */
  readonly path: string;
  readonly name?: string;
  /** Whether the package depends on an MCP SDK. */
  readonly isServer: boolean;
}

/**
 * The settings that the files of a package suggest. `sources`: the files or fields from which the runtime and the
 * transport were detected.
 */
export interface ProjectSuggestions {
  readonly name?: string;
  readonly runtime?: Runtime;
  readonly transport?: McpTransport;
  readonly installCommand?: string;
  readonly buildCommand?: string;
  readonly buildOutputDir?: string;
  readonly startCommand?: string;
  readonly sources: { readonly runtime?: string; readonly transport?: string };
  /** The requested version, if no runtime satisfies it. */
  readonly unsupportedVersion?: string;
  /** Whether the package depends on an MCP SDK. */
  readonly isServer: boolean;
}

/** Maximum number of source files that are searched for the transport. */
const maxSourceFiles = 300;
const maxSearchDepth = 6;

/** Returns the packages of a workspace, servers first. Empty if the folder is a single package. */
export async function findPackages(files: FolderFiles): Promise<readonly WorkspacePackage[]> {
  const json = await readPackageJsonAt(files, '');
  const python = await readPyprojectAt(files, '');
  const pnpm = await files.read('pnpm-workspace.yaml');
  // Each tool reads only its own manifest.
  const declaredPatterns = [
    json?.workspaces ?? [],
    sortNegativeLast(parsePnpmWorkspace(pnpm ?? '')),
    [...(python?.workspaceMembers ?? []), ...(python?.workspaceExclusions ?? []).map((one) => `!${one}`)],
  ].filter((patterns) => patterns.length > 0);
  const patterns = declaredPatterns.length > 0 ? declaredPatterns : [['packages/*', 'servers/*', 'apps/*']];
  const workspaceFolders = await Promise.all(patterns.map((one) => findWorkspaceFolders(files, one)));
  const folders = [...new Set(workspaceFolders.flat())].toSorted().slice(0, maxPackages);
  const packages = await Promise.all(folders.map((path) => readPackage(files, path)));
  return packages.toSorted((a, b) => Number(b.isServer) - Number(a.isServer));
}

/** Detects the settings of the package in `root`. */
export async function detectProject(files: FolderFiles, root: string): Promise<ProjectSuggestions> {
  const json = await readPackageJsonAt(files, root);
  const python = await readPyprojectAt(files, root);
  const requirements = parseRequirements((await files.read(joinPath(root, 'requirements.txt'))) ?? '');
  const language = detectLanguage(json, python, requirements);
  const name = (language === 'python' ? python?.name : json?.name) ?? json?.name ?? python?.name;
  if (language === undefined) return { sources: {}, isServer: false };
  // In a workspace, lock files are in the root.
  const fileNames = new Set([...(await files.list(root)).files, ...(await files.list('')).files]);
  const version = await findRequestedVersion(language, files, root, json, python);
  const transportSource = await findTransport(files, root, language);
  const isUnsupported = version !== undefined && version.runtime === undefined;
  const shared = {
    ...(name !== undefined && { name: name.replace(/^@[^/]+\//, '') }),
    runtime: version?.runtime ?? newestRuntime[language],
    ...omitUndefined({ transport: transportSource?.transport }),
    sources: {
      ...(version && !isUnsupported && { runtime: version.source }),
      ...(transportSource && { transport: joinPath(root, transportSource.path) }),
    },
    ...(isUnsupported && { unsupportedVersion: version.source }),
    isServer: usesNodeSdk(json) || usesPythonSdk(python, requirements),
  };
  if (language === 'python') {
    return {
      ...shared,
      ...suggestPythonCommands(
        python,
        fileNames,
        transportSource?.path ?? (await findEntryFile(files, root)),
      ),
    };
  }
  const rootPackage = root === '' ? undefined : await readPackageJsonAt(files, '');
  const packageManager = json?.packageManager ?? rootPackage?.packageManager;
  const commands = suggestNodeCommands(
    { ...(json ?? emptyPackage), ...omitUndefined({ packageManager }) },
    fileNames,
  );
  const config = commands.buildCommand === undefined ? '' : await files.read(joinPath(root, 'tsconfig.json'));
  const buildOutputDir = /^[^/\n\r\u2028\u2029]*"outDir"\s*:\s*"(?:\.\/)?([^"]+?)\/?"/m.exec(
    config ?? '',
  )?.[1];
  return { ...shared, ...commands, ...omitUndefined({ buildOutputDir }) };
}

type Language = keyof typeof newestRuntime;

const emptyPackage: PackageJson = { scripts: new Set(), dependencies: new Set(), workspaces: [] };
const nodeSdks = ['@modelcontextprotocol/sdk', '@modelcontextprotocol/server', 'fastmcp', 'mcp-handler'];
const pythonSdks = ['mcp', 'fastmcp'];

/**
 * Returns the language whose MCP SDK is used, otherwise Node.js if there is a `package.json` file, otherwise Python if
 * there is a Python manifest.
 */
function detectLanguage(
  json: PackageJson | undefined,
  python: Pyproject | undefined,
  requirements: ReadonlySet<string>,
): Language | undefined {
  if (usesNodeSdk(json)) return 'node';
  if (usesPythonSdk(python, requirements)) return 'python';
  if (json) return 'node';
  return python || requirements.size > 0 ? 'python' : undefined;
}

function usesNodeSdk(json: PackageJson | undefined): boolean {
  return nodeSdks.some((name) => json?.dependencies.has(name));
}

function usesPythonSdk(python: Pyproject | undefined, requirements: ReadonlySet<string>): boolean {
  return pythonSdks.some((name) => requirements.has(name) || python?.dependencies.has(name));
}

async function readPackage(files: FolderFiles, path: string): Promise<WorkspacePackage> {
  const json = await readPackageJsonAt(files, path);
  const python = await readPyprojectAt(files, path);
  const name = json?.name ?? python?.name;
  return {
    path,
    ...omitUndefined({ name }),
    isServer: usesNodeSdk(json) || pythonSdks.some((sdk) => python?.dependencies.has(sdk)),
  };
}

async function readPackageJsonAt(files: FolderFiles, root: string): Promise<PackageJson | undefined> {
  const text = await files.read(joinPath(root, 'package.json'));
  return text === undefined ? undefined : parsePackageJson(text);
}

async function readPyprojectAt(files: FolderFiles, root: string): Promise<Pyproject | undefined> {
  const text = await files.read(joinPath(root, 'pyproject.toml'));
  return text === undefined ? undefined : parsePyproject(text);
}

interface RequestedVersion {
  /** `undefined` if no runtime satisfies the version. */
  readonly runtime: Runtime | undefined;
  /** The file or the field with its value, such as `.nvmrc: 22`. */
  readonly source: string;
}

/**
 * Returns the first version that a runtime satisfies, otherwise the first version. Files of version managers come
 * before manifests.
 */
async function findRequestedVersion(
  language: Language,
  files: FolderFiles,
  root: string,
  json: PackageJson | undefined,
  python: Pyproject | undefined,
): Promise<RequestedVersion | undefined> {
  const isNode = language === 'node';
  const pinFiles = isNode ? ['.nvmrc', '.node-version'] : ['.python-version'];
  const versions: RequestedVersion[] = [];
  for (const path of pinFiles.flatMap((name) => [joinPath(root, name), name])) {
    for (const pin of parsePinnedVersions((await files.read(path)) ?? '')) {
      versions.push({
        runtime: isNode ? selectNodeRuntime(pin) : selectPythonRuntime(pin),
        source: `${path}: ${pin}`,
      });
    }
  }
  if (isNode && json?.nodeRange !== undefined) {
    versions.push({ runtime: selectNodeRuntime(json.nodeRange), source: `engines.node: ${json.nodeRange}` });
  }
  if (!isNode && python?.pythonConstraint !== undefined) {
    const { pythonConstraint: constraint, isPoetryConstraint: isPoetry = false } = python;
    const source = `${isPoetry ? 'tool.poetry.dependencies.python' : 'requires-python'}: ${constraint}`;
    versions.push({ runtime: selectPythonRuntime(constraint, { isPoetry }), source });
  }
  return versions.find(({ runtime }) => runtime !== undefined) ?? versions[0];
}

/** Searches source files for the preferred transport, those near the root first. */
async function findTransport(
  files: FolderFiles,
  root: string,
  language: Language,
): Promise<{ readonly transport: McpTransport; readonly path: string } | undefined> {
  const sourcePattern = language === 'python' ? /\.py$/ : /(?<!\.d|\.test|\.spec)\.[cm]?[jt]sx?$/;
  let best: { readonly transport: McpTransport; readonly path: string } | undefined;
  let readCount = 0;
  let folders = [''];
  for (let depth = 0; depth <= maxSearchDepth && folders.length > 0; depth += 1) {
    const nextFolders: string[] = [];
    for (const folder of folders) {
      const { files: names, folders } = await files.list(joinPath(root, folder));
      for (const name of names.filter((one) => sourcePattern.test(one) && !/^(test_|conftest)/.test(one))) {
        if (readCount >= maxSourceFiles) return best;
        readCount += 1;
        const path = joinPath(folder, name);
        const transport = detectTransport(path, (await files.read(joinPath(root, path))) ?? '');
        if (transport && preferTransport(best?.transport, transport) !== best?.transport)
          best = { transport, path };
      }
      nextFolders.push(...folders.filter(isSearched).map((name) => joinPath(folder, name)));
    }
    folders = nextFolders;
  }
  return best;
}

function isSearched(name: string): boolean {
  return (
    !generatedFolders.has(name) && !name.startsWith('.') && !/^(tests?|__tests__|examples?|docs)$/.test(name)
  );
}

/** Returns the source file that probably starts the server, if none declares a transport. */
async function findEntryFile(files: FolderFiles, root: string): Promise<string | undefined> {
  const fileNames = new Set((await files.list(root)).files);
  return ['server.py', 'main.py', 'app.py'].find((name) => fileNames.has(name));
}

interface FolderCandidate {
  /** Whether the folder depends on an MCP SDK. */
  readonly isServer: boolean;
  /** Whether the active editor shows a file of the folder. */
  readonly isInUse: boolean;
}

/**
 * Returns the index of the folder to host: a server before other folders, the folder of the active editor before the
 * rest, and otherwise the first.
 */
export function pickDefaultFolder(candidates: readonly FolderCandidate[]): number {
  const rank = ({ isServer, isInUse }: FolderCandidate): number => (isServer ? 2 : 0) + (isInUse ? 1 : 0);
  const best = Math.max(...candidates.map(rank));
  return candidates.findIndex((one) => rank(one) === best);
}
