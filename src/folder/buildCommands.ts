import { omitUndefined } from '../fields.ts';
import type { PackageJson, Pyproject } from './manifests.ts';

interface BuildCommands {
  readonly installCommand?: string;
  readonly buildCommand?: string;
  readonly startCommand?: string;
}

/** A Node.js package manager. `frozen`: command that installs exactly what the lock file contains. */
interface PackageManager {
  readonly name: string;
  readonly locks: readonly string[];
  readonly frozen: string;
  readonly run: string;
  readonly start: string;
}

const npm: PackageManager = {
  name: 'npm',
  locks: ['package-lock.json', 'npm-shrinkwrap.json'],
  frozen: 'npm ci',
  run: 'npm run',
  start: 'npm start',
};

/** Package managers by priority, for packages that don't declare one. */
const managers: readonly PackageManager[] = [
  {
    name: 'pnpm',
    locks: ['pnpm-lock.yaml'],
    frozen: 'pnpm install --frozen-lockfile',
    run: 'pnpm run',
    start: 'pnpm start',
  },
  {
    name: 'yarn',
    locks: ['yarn.lock'],
    frozen: 'yarn install --frozen-lockfile',
    run: 'yarn run',
    start: 'yarn start',
  },
  {
    name: 'bun',
    locks: ['bun.lock', 'bun.lockb'],
    frozen: 'bun install --frozen-lockfile',
    run: 'bun run',
    start: 'bun run start',
  },
  npm,
];

/** Suggests the commands of a Node.js package. `names`: files in the package and in the root of its workspace. */
export function suggestNodeCommands(
  { scripts, main, manager }: PackageJson,
  names: ReadonlySet<string>,
): BuildCommands {
  const { install, run, start } = choosePackageManager(manager, names);
  return {
    installCommand: install,
    ...(scripts.has('build') && { buildCommand: `${run} build` }),
    ...(scripts.has('start')
      ? { startCommand: start }
      : main !== undefined && { startCommand: `node ${toShellWord(main)}` }),
  };
}

/**
 * Returns the package manager that the package declares (`pnpm@9.1.0`), as Corepack does, otherwise the one whose lock
 * file exists.
 */
function choosePackageManager(
  stated: string | undefined,
  names: ReadonlySet<string>,
): Pick<PackageManager, 'run' | 'start'> & { readonly install: string } {
  const hasLock = ({ locks }: PackageManager): boolean => locks.some((lock) => names.has(lock));
  const [statedName, statedVersion = ''] = (stated ?? '').split('@');
  const manager = managers.find(({ name }) => name === statedName) ?? managers.find(hasLock) ?? npm;
  const { name, frozen, run, start } = manager;
  const version = name === statedName ? statedVersion : '';
  if (!hasLock(manager)) return { install: `${name} install`, run, start };
  const isNewYarn =
    name === 'yarn' &&
    (version === '' ? names.has('.yarnrc.yml') : !/^[\^~>=v\s]*[01](?:\.|$)/.test(version));
  return { install: isNewYarn ? 'yarn install --immutable' : frozen, run, start };
}

/** Suggests the commands of a Python project. `entry`: path of the source file that starts the server. */
export function suggestPythonCommands(
  project: Pyproject | undefined,
  names: ReadonlySet<string>,
  entry: string | undefined,
): BuildCommands {
  const [install, run] = choosePythonInstaller(project, names);
  const program = entry === undefined ? project?.scripts[0] : `python ${toShellWord(entry)}`;
  return {
    ...omitUndefined({ installCommand: install }),
    ...(program !== undefined && { startCommand: `${run}${program}` }),
  };
}

function choosePythonInstaller(
  project: Pyproject | undefined,
  names: ReadonlySet<string>,
): readonly [string | undefined, string] {
  if (names.has('uv.lock') || project?.usesUv) return ['uv sync', 'uv run '];
  if (names.has('poetry.lock') || project?.usesPoetry) return ['poetry install', 'poetry run '];
  if (names.has('requirements.txt')) return ['pip install -r requirements.txt', ''];
  return [project ? 'pip install .' : undefined, ''];
}

/** Quotes a path for a shell if necessary. */
function toShellWord(path: string): string {
  return /^[\w./@-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
