import { satisfies } from '@renovatebot/pep440';
import Range from 'semver/classes/range.js';
import satisfiesSemver from 'semver/functions/satisfies.js';
import intersects from 'semver/ranges/intersects.js';
import validRange from 'semver/ranges/valid.js';
import type { Runtime } from '../api/projects.ts';

interface RuntimeCandidate {
  readonly runtime: Runtime;
  /** The release line of the runtime: a major version of Node.js or a minor version of Python. */
  readonly releaseLine: string;
}

const nodeRuntimes: readonly RuntimeCandidate[] = [
  { runtime: 'node22', releaseLine: '22' },
  { runtime: 'node24', releaseLine: '24' },
];
const pythonRuntimes: readonly RuntimeCandidate[] = [
  { runtime: 'python3.13', releaseLine: '3.13' },
  { runtime: 'python3.14', releaseLine: '3.14' },
];

/** The newest runtimes, for folders that don't request a version. */
export const newestRuntime = { node: 'node24', python: 'python3.14' } as const;

/** Major versions of Node.js by the code name of their release line, as in `lts/NAME` of `nvm`. */
const codeNames: Readonly<Record<string, number>> = {
  argon: 4,
  boron: 6,
  carbon: 8,
  dubnium: 10,
  erbium: 12,
  fermium: 14,
  gallium: 16,
  hydrogen: 18,
  iron: 20,
  jod: 22,
  krypton: 24,
};

/** Maximum length of a version in characters. */
const maxVersionLength = 1_000;

/** A number for the newest release of a line, whose exact version is unknown. It's higher than all released versions. */
const unreleasedNumber = 99_999;

/**
 * Returns the oldest runtime that satisfies an npm range (`>=20`, `^22.1`, `18 || 22`) or an alias of `nvm` (`lts/jod`,
 * `node`). Returns `undefined` if there is none or the range is invalid. If a range, such as `~22.12`, excludes the
 * newest release of all lines, it's sufficient that an older release of a line satisfies it, because npm only warns
 * about other versions.
 */
export function selectNodeRuntime(range: string): Runtime | undefined {
  if (range.length > maxVersionLength) return undefined;
  const text = range.trim();
  if (/^(?:lts\/\*|lts|node|stable|latest|current)$/i.test(text)) return newestRuntime.node;
  const [, codeName] = /^lts[/-]([a-z]+)$/i.exec(text) ?? [];
  const validatedRange = validRange(
    codeName === undefined ? text : String(codeNames[codeName.toLowerCase()] ?? codeName),
  );
  if (validatedRange === null) return undefined;
  const parsedRange = new Range(validatedRange);
  const candidate =
    nodeRuntimes.find(({ releaseLine }) =>
      satisfiesSemver(`${releaseLine}.${unreleasedNumber}.${unreleasedNumber}`, parsedRange),
    ) ?? nodeRuntimes.find(({ releaseLine }) => intersects(parsedRange, `${releaseLine}.x`));
  return candidate?.runtime;
}

/**
 * Returns the oldest runtime that satisfies a PEP 440 specifier (`>=3.11,<3.14`, `==3.13.*`), a Poetry constraint
 * (`^3.13`, `~3.13 || >=3.14`), or the minor version of a `pyenv` or uv version (`3.13.2`, `cpython-3.14.0`). Returns
 * `undefined` if there is none. Python installers reject other versions, so the newest release must satisfy the
 * specifier: `<=3.13` accepts only 3.13.0. `isPoetry`: whether a version without an operator is an exact version.
 */
export function selectPythonRuntime(specifier: string, { isPoetry = false } = {}): Runtime | undefined {
  if (specifier.length > maxVersionLength) return undefined;
  const alternatives = specifier.split(/\|\|?/).map((text) => {
    const parts = text
      .replaceAll(/([<>=!~^])\s+/g, '$1')
      .split(/[\s,]+/)
      .filter((part) => part !== '');
    return parts.map((part) => toSpecifier(part, isPoetry));
  });
  return pythonRuntimes.find(({ releaseLine }) =>
    alternatives.some((parts) =>
      parts.every((part) => part === '' || satisfies(`${releaseLine}.${unreleasedNumber}`, part)),
    ),
  )?.runtime;
}

/** Converts a part of a constraint to a PEP 440 specifier, or to `''` if any version satisfies it. */
function toSpecifier(part: string, isPoetry: boolean): string {
  if (part === '*') return '';
  // Poetry treats `=` like `==`.
  if (/^=(?!=)/.test(part)) return toSpecifier(`=${part}`, isPoetry);
  const [, operator, major = '', minor] = /^([~^])(\d+)(?:\.(\d+))?/.exec(part) ?? [];
  if (operator === '^' || (operator === '~' && minor === undefined)) {
    return `>=${part.slice(1)},<${Number(major) + 1}`;
  }
  if (operator === '~') return `>=${part.slice(1)},<${major}.${Number(minor) + 1}`;
  if (/^\d+(?:\.\d+)*\.\*$/.test(part) || (isPoetry && /^\d/.test(part))) return `==${part}`;
  const [, pinned] = /^(?:cpython-|python-?)?(\d+(?:\.\d+)?)(?![\d*])/i.exec(part) ?? [];
  return pinned === undefined ? part : `==${pinned}.*`;
}

/**
 * Returns the versions in a file such as `.nvmrc` or `.python-version`. Omits comments, and names that only one machine
 * can resolve, such as `system` and `lts/-1`.
 */
export function parsePinnedVersions(text: string): readonly string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/#.*/, '').trim())
    .filter(
      (line) => /^(?:[^=]*\d|lts|node$|stable$|latest$|current$)/i.test(line) && !/^lts\/-\d+$/i.test(line),
    );
}
