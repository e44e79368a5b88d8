import { FAILSAFE_SCHEMA, load } from 'js-yaml';
import { parse } from 'smol-toml';

/** The fields of a `package.json` file that are used. */
export interface PackageJson {
  readonly name?: string;
  /** The semver range in `engines.node`. */
  readonly nodeRange?: string;
  /** The value of `packageManager`, otherwise that of `devEngines.packageManager`, such as `pnpm@9.1.0`. */
  readonly packageManager?: string;
  readonly main?: string;
  readonly scripts: ReadonlySet<string>;
  readonly dependencies: ReadonlySet<string>;
  readonly workspaces: readonly string[];
}

/** The fields of a `pyproject.toml` file that are used. */
export interface Pyproject {
  readonly name?: string;
  /** The value of `project.requires-python`, otherwise that of `tool.poetry.dependencies.python`. */
  readonly pythonConstraint?: string;
  /** Whether `pythonConstraint` has the syntax of Poetry. */
  readonly isPoetryConstraint?: true;
  readonly scripts: readonly string[];
  readonly dependencies: ReadonlySet<string>;
  readonly usesUv: boolean;
  readonly usesPoetry: boolean;
  /** Patterns of a uv workspace. */
  readonly workspaceMembers: readonly string[];
  readonly workspaceExclusions: readonly string[];
}

/** Parses a `package.json` file. Returns `undefined` if it isn't a JSON object. */
export function parsePackageJson(text: string): PackageJson | undefined {
  const json = parseJsonText(text);
  if (!isRecord(json)) return undefined;
  const workspaces = isRecord(json['workspaces']) ? json['workspaces']['packages'] : json['workspaces'];
  const engines = isRecord(json['engines']) ? json['engines'] : {};
  return {
    ...pickStrings({ name: json['name'], nodeRange: engines['node'] }),
    ...pickStrings({
      packageManager: json['packageManager'] ?? findPackageManager(asRecord(json['devEngines'])),
    }),
    ...pickStrings({ main: json['main'] }),
    scripts: new Set(Object.keys(asRecord(json['scripts']))),
    dependencies: new Set(
      ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'].flatMap((kind) =>
        Object.keys(asRecord(json[kind])),
      ),
    ),
    workspaces: filterStrings(workspaces),
  };
}

/** Returns the first package manager in `devEngines`, such as `pnpm@^9`. */
function findPackageManager(devEngines: Readonly<Record<string, unknown>>): string | undefined {
  const packageManager = devEngines['packageManager'];
  const { name, version } = asRecord(Array.isArray(packageManager) ? packageManager[0] : packageManager);
  if (typeof name !== 'string') return undefined;
  return typeof version === 'string' ? `${name}@${version}` : name;
}

/** Parses a `pyproject.toml` file. All fields are empty if it isn't TOML. */
export function parsePyproject(text: string): Pyproject {
  const document = asRecord(parseToml(text));
  const project = asRecord(document['project']);
  const tool = asRecord(document['tool']);
  const poetry = asRecord(tool['poetry']);
  const poetryDependencies = asRecord(poetry['dependencies']);
  const workspace = asRecord(asRecord(tool['uv'])['workspace']);
  return {
    ...pickStrings({
      name: project['name'] ?? poetry['name'],
      pythonConstraint: project['requires-python'] ?? poetryDependencies['python'],
    }),
    ...(project['requires-python'] === undefined &&
      poetryDependencies['python'] !== undefined && { isPoetryConstraint: true as const }),
    scripts: Object.keys(asRecord(project['scripts'] ?? poetry['scripts'])),
    dependencies: new Set(
      [...filterStrings(project['dependencies']), ...Object.keys(poetryDependencies)].map(
        normalizeRequirement,
      ),
    ),
    usesUv: tool['uv'] !== undefined,
    usesPoetry: tool['poetry'] !== undefined,
    workspaceMembers: filterStrings(workspace['members']),
    workspaceExclusions: filterStrings(workspace['exclude']),
  };
}

/** Returns the normalized names in a `requirements.txt` file. */
export function parseRequirements(text: string): ReadonlySet<string> {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return new Set(lines.filter((line) => /^[a-z0-9]/i.test(line)).map(normalizeRequirement));
}

/**
 * Returns the `packages` patterns of a `pnpm-workspace.yaml` file. Empty if it isn't YAML, which pnpm rejects as well.
 */
export function parsePnpmWorkspace(text: string): readonly string[] {
  return filterStrings(asRecord(parseYaml(text))['packages'])
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '');
}

/** Returns the normalized name of a requirement, such as `mcp` for `mcp[cli]>=1.2`. */
function normalizeRequirement(requirement: string): string {
  const name = /^[\w.-]+/.exec(requirement.trim())?.[0] ?? '';
  return name.toLowerCase().replaceAll(/[_.]+/g, '-');
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** Returns the strings in an array. */
function filterStrings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Returns the values that are strings and not blank, trimmed. */
function pickStrings<K extends string>(
  values: Readonly<Record<K, unknown>>,
): { readonly [Key in K]?: string } {
  const strings: { [Key in K]?: string } = {};
  for (const key of Object.keys(values) as K[]) {
    const value = values[key];
    if (typeof value === 'string' && value.trim() !== '') strings[key] = value.trim();
  }
  return strings;
}

/** Maximum length of a parsed file, in characters. */
const maxManifestLength = 256 * 1024;

/** Parses a TOML document. Returns `undefined` if the text isn't TOML or is too long. */
function parseToml(text: string): unknown {
  if (text.length > maxManifestLength) return undefined;
  try {
    return parse(text.replace(/^\uFEFF/, ''), { integersAsBigInt: 'asNeeded' });
  } catch {
    return undefined;
  }
}

/** Parses a YAML document with strings for all scalars. Returns `undefined` if it isn't YAML or is too long. */
function parseYaml(text: string): unknown {
  if (text.length > maxManifestLength) return undefined;
  try {
    return load(text, { schema: FAILSAFE_SCHEMA });
  } catch {
    return undefined;
  }
}
