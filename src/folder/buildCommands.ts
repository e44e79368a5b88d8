import { omitUndefined } from '../fields.ts';
import type { PackageJson, Pyproject } from './manifests.ts';

interface BuildCommands {
  readonly installCommand?: string;
  readonly buildCommand?: string;
  readonly startCommand?: string;
}

/** A Node.js package manager. `frozenInstall`: command that installs exactly the versions in the lock file. */
interface PackageManager {
  readonly name: string;
  readonly lockFiles: readonly string[];
  readonly frozenInstall: string;
  readonly runPrefix: string;
  readonly startCommand: string;
}

const npm: PackageManager = {
  name: 'npm',
  lockFiles: ['package-lock.json', 'npm-shrinkwrap.json'],
  frozenInstall: 'npm ci',
  runPrefix: 'npm run',
  startCommand: 'npm start',
};

/** Package managers by priority, for packages that don't declare one. */
const packageManagers: readonly PackageManager[] = [
  {
    name: 'pnpm',
    lockFiles: ['pnpm-lock.yaml'],
    frozenInstall: 'pnpm install --frozen-lockfile',
    runPrefix: 'pnpm run',
    startCommand: 'pnpm start',
  },
  {
    name: 'yarn',
    lockFiles: ['yarn.lock'],
    frozenInstall: 'yarn install --frozen-lockfile',
    runPrefix: 'yarn run',
    startCommand: 'yarn start',
  },
  {
    name: 'bun',
    lockFiles: ['bun.lock', 'bun.lockb'],
    frozenInstall: 'bun install --frozen-lockfile',
    runPrefix: 'bun run',
    startCommand: 'bun run start',
  },
  npm,
];

/**
 * Suggests the commands of a Node.js package. `fileNames`: names of files in the package and in the root of its
 * workspace.
 */
export function suggestNodeCommands(
  { scripts, main, packageManager }: PackageJson,
  fileNames: ReadonlySet<string>,
): BuildCommands {
  const { install, runPrefix, startCommand } = choosePackageManager(packageManager, fileNames);
  return {
    installCommand: install,
    ...(scripts.has('build') && { buildCommand: `${runPrefix} build` }),
    ...(scripts.has('start')
      ? { startCommand }
      : main !== undefined && { startCommand: `node ${toShellWord(main)}` }),
  };
}

/**
 * Returns the package manager that the package declares (`pnpm@9.1.0`), as Corepack does, otherwise the one whose lock
 * file exists.
 */
function choosePackageManager(
  declaredManager: string | undefined,
  fileNames: ReadonlySet<string>,
): Pick<PackageManager, 'runPrefix' | 'startCommand'> & { readonly install: string } {
  const hasLock = ({ lockFiles }: PackageManager): boolean => lockFiles.some((lock) => fileNames.has(lock));
  const [declaredName, declaredVersion = ''] = (declaredManager ?? '').split('@');
  const manager =
    packageManagers.find(({ name }) => name === declaredName) ?? packageManagers.find(hasLock) ?? npm;
  const { name, frozenInstall, runPrefix, startCommand } = manager;
  const version = name === declaredName ? declaredVersion : '';
  if (!hasLock(manager)) return { install: `${name} install`, runPrefix, startCommand };
  const isNewYarn =
    name === 'yarn' &&
    (version === '' ? fileNames.has('.yarnrc.yml') : !/^[\^~>=v\s]*[01](?:\.|$)/.test(version));
  return { install: isNewYarn ? 'yarn install --immutable' : frozenInstall, runPrefix, startCommand };
}

/** Suggests the commands of a Python project. `entryFile`: path of the source file that starts the server. */
export function suggestPythonCommands(
  project: Pyproject | undefined,
  fileNames: ReadonlySet<string>,
  entryFile: string | undefined,
): BuildCommands {
  const [install, run] = choosePythonInstaller(project, fileNames);
  const startCommand = entryFile === undefined ? project?.scripts[0] : `python ${toShellWord(entryFile)}`;
  return {
    ...omitUndefined({ installCommand: install }),
    ...(startCommand !== undefined && { startCommand: `${run}${startCommand}` }),
  };
}

function choosePythonInstaller(
  project: Pyproject | undefined,
  fileNames: ReadonlySet<string>,
): readonly [string | undefined, string] {
  if (fileNames.has('uv.lock') || project?.usesUv) return ['uv sync', 'uv run '];
  if (fileNames.has('poetry.lock') || project?.usesPoetry) return ['poetry install', 'poetry run '];
  if (fileNames.has('requirements.txt')) return ['pip install -r requirements.txt', ''];
  return [project ? 'pip install .' : undefined, ''];
}

/** Quotes a path for a shell if necessary. */
function toShellWord(path: string): string {
  return /^[\w./@-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
