import { defined } from '../fields.ts';
import type { PackageJson, Pyproject } from './manifests.ts';

/** How a project is installed, built and started. */
interface BuildCommands {
  readonly installCommand?: string;
  readonly buildCommand?: string;
  readonly startCommand?: string;
}

interface Manager {
  readonly install: string;
  readonly run: string;
  readonly start: string;
}

const npm = (install: string): Manager => ({ install, run: 'npm run', start: 'npm start' });
const pnpm = (install: string): Manager => ({ install, run: 'pnpm run', start: 'pnpm start' });
const yarn = (install: string): Manager => ({ install, run: 'yarn run', start: 'yarn start' });
const bun = (install: string): Manager => ({ install, run: 'bun run', start: 'bun run start' });

/** By the lock file, else by `packageManager`. `names`: the files beside the package, and at the top of its workspace. */
export function nodeCommands(
  { scripts, main, manager }: PackageJson,
  names: ReadonlySet<string>,
): BuildCommands {
  const { install, run, start } = managerOf(manager, names);
  return {
    installCommand: install,
    ...(scripts.has('build') && { buildCommand: `${run} build` }),
    ...(scripts.has('start')
      ? { startCommand: start }
      : main !== undefined && { startCommand: `node ${shellWord(main)}` }),
  };
}

function managerOf(stated: string | undefined, names: ReadonlySet<string>): Manager {
  const isNewYarn = names.has('.yarnrc.yml') || /^yarn@([2-9]|\d\d)/.test(stated ?? '');
  if (names.has('pnpm-lock.yaml')) return pnpm('pnpm install --frozen-lockfile');
  if (names.has('yarn.lock')) return yarn(`yarn install ${isNewYarn ? '--immutable' : '--frozen-lockfile'}`);
  if (names.has('bun.lock') || names.has('bun.lockb')) return bun('bun install --frozen-lockfile');
  if (names.has('package-lock.json') || names.has('npm-shrinkwrap.json')) return npm('npm ci');
  switch (stated?.split('@')[0]) {
    case 'pnpm':
      return pnpm('pnpm install');
    case 'yarn':
      return yarn('yarn install');
    case 'bun':
      return bun('bun install');
    default:
      return npm('npm install');
  }
}

/** `entry`: the source that starts the server, below the package. */
export function pythonCommands(
  project: Pyproject | undefined,
  names: ReadonlySet<string>,
  entry: string | undefined,
): BuildCommands {
  const [install, run] = installOf(project, names);
  const program = entry === undefined ? project?.scripts[0] : `python ${shellWord(entry)}`;
  return {
    ...defined({ installCommand: install }),
    ...(program !== undefined && { startCommand: `${run}${program}` }),
  };
}

function installOf(
  project: Pyproject | undefined,
  names: ReadonlySet<string>,
): readonly [string | undefined, string] {
  if (names.has('uv.lock') || project?.usesUv) return ['uv sync', 'uv run '];
  if (names.has('poetry.lock') || project?.usesPoetry) return ['poetry install', 'poetry run '];
  if (names.has('requirements.txt')) return ['pip install -r requirements.txt', ''];
  return [project ? 'pip install .' : undefined, ''];
}

/** As a word of a shell; quoted where it must be. */
function shellWord(path: string): string {
  return /^[\w./@-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
