import { FAILSAFE_SCHEMA, load } from 'js-yaml';
import { parse } from 'smol-toml';

/** What a `package.json` says that matters here. */
export interface PackageJson {
  readonly name?: string;
  /** `engines.node` */
  readonly node?: string;
  /** `packageManager`, else `devEngines.packageManager`: `pnpm@9.1.0` */
  readonly manager?: string;
  readonly main?: string;
  readonly scripts: ReadonlySet<string>;
  readonly dependencies: ReadonlySet<string>;
  readonly workspaces: readonly string[];
}

/** What a `pyproject.toml` says that matters here. */
export interface Pyproject {
  readonly name?: string;
  /** `project.requires-python`, else `tool.poetry.dependencies.python` */
  readonly python?: string;
  /** Whether `python` is a constraint of Poetry. */
  readonly isPythonOfPoetry?: true;
  readonly scripts: readonly string[];
  readonly dependencies: ReadonlySet<string>;
  readonly usesUv: boolean;
  readonly usesPoetry: boolean;
  /** Of a workspace of uv */
  readonly members: readonly string[];
  readonly excluded: readonly string[];
}

/** `undefined`: it isn't JSON, or no object. */
export function readPackageJson(text: string): PackageJson | undefined {
  const json = parsed(text);
  if (!isRecord(json)) return undefined;
  const workspaces = isRecord(json['workspaces']) ? json['workspaces']['packages'] : json['workspaces'];
  const engines = isRecord(json['engines']) ? json['engines'] : {};
  return {
    ...textsOf({ name: json['name'], node: engines['node'] }),
    ...textsOf({ manager: json['packageManager'] ?? managerIn(recordOf(json['devEngines'])) }),
    ...textsOf({ main: json['main'] }),
    scripts: new Set(Object.keys(recordOf(json['scripts']))),
    dependencies: new Set(
      ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'].flatMap((kind) =>
        Object.keys(recordOf(json[kind])),
      ),
    ),
    workspaces: textsIn(workspaces),
  };
}

/** `pnpm@^9` of the first manager that `devEngines` names. */
function managerIn(devEngines: Readonly<Record<string, unknown>>): string | undefined {
  const stated = devEngines['packageManager'];
  const { name, version } = recordOf(Array.isArray(stated) ? stated[0] : stated);
  if (typeof name !== 'string') return undefined;
  return typeof version === 'string' ? `${name}@${version}` : name;
}

/** Empty where it isn't TOML. */
export function readPyproject(text: string): Pyproject {
  const top = recordOf(readToml(text));
  const project = recordOf(top['project']);
  const tool = recordOf(top['tool']);
  const poetry = recordOf(tool['poetry']);
  const ofPoetry = recordOf(poetry['dependencies']);
  const workspace = recordOf(recordOf(tool['uv'])['workspace']);
  return {
    ...textsOf({
      name: project['name'] ?? poetry['name'],
      python: project['requires-python'] ?? ofPoetry['python'],
    }),
    ...(project['requires-python'] === undefined &&
      ofPoetry['python'] !== undefined && { isPythonOfPoetry: true as const }),
    scripts: Object.keys(recordOf(project['scripts'] ?? poetry['scripts'])),
    dependencies: new Set(
      [...textsIn(project['dependencies']), ...Object.keys(ofPoetry)].map(requirementName),
    ),
    usesUv: tool['uv'] !== undefined,
    usesPoetry: tool['poetry'] !== undefined,
    members: textsIn(workspace['members']),
    excluded: textsIn(workspace['exclude']),
  };
}

/** The names in a `requirements.txt`. */
export function readRequirements(text: string): ReadonlySet<string> {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return new Set(lines.filter((line) => /^[a-z0-9]/i.test(line)).map(requirementName));
}

/** Returns the patterns below `packages:` of a `pnpm-workspace.yaml`; none where it isn't YAML, which pnpm rejects as well. */
export function readPnpmWorkspace(text: string): readonly string[] {
  return textsIn(recordOf(readYaml(text))['packages'])
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '');
}

/** `mcp` of `mcp[cli]>=1.2`: written as one finds it in an index. */
function requirementName(requirement: string): string {
  const name = /^[\w.-]+/.exec(requirement.trim())?.[0] ?? '';
  return name.toLowerCase().replaceAll(/[_.]+/g, '-');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** The texts of a list. */
function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Only those that are texts with something in them. */
function textsOf<K extends string>(values: Readonly<Record<K, unknown>>): { readonly [Key in K]?: string } {
  const kept: { [Key in K]?: string } = {};
  for (const key of Object.keys(values) as K[]) {
    const value = values[key];
    if (typeof value === 'string' && value.trim() !== '') kept[key] = value.trim();
  }
  return kept;
}

/** Characters. What is longer says nothing here that is worth its reading. */
const longest = 256 * 1024;

/** `undefined`: it isn't TOML, or too long. */
function readToml(text: string): unknown {
  if (text.length > longest) return undefined;
  try {
    return parse(text.replace(/^\uFEFF/, ''), { integersAsBigInt: 'asNeeded' });
  } catch {
    return undefined;
  }
}

/** Returns a document whose scalars are texts. `undefined`: it isn't YAML, or too long. */
function readYaml(text: string): unknown {
  if (text.length > longest) return undefined;
  try {
    return load(text, { schema: FAILSAFE_SCHEMA });
  } catch {
    return undefined;
  }
}
