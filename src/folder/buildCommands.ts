import { omitUndefined } from '../fields.ts';
import type { PackageJson, Pyproject } from './manifests.ts';

/** How a project is installed, built and started. */
interface BuildCommands {
  readonly installCommand?: string;
  readonly buildCommand?: string;
  readonly startCommand?: string;
}

/** A package manager of Node. `frozen`: installs what the lock file names. */
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

/** The first whose lock file exists is used where the package names none. */
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

/** Returns the commands of a package of Node. `names`: the files beside the package, and at the top of its workspace. */
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

/** By the name that the package states (`pnpm@9.1.0`), as Corepack and the managers themselves have it; else by the lock file. */
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

/** `entry`: the source that starts the server, below the package. */
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

/** As a word of a shell; quoted where it must be. */
function toShellWord(path: string): string {
  return /^[\w./@-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
