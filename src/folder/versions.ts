import type { Runtime } from '../api/projects.ts';

interface Candidate {
  readonly runtime: Runtime;
  /** What ranges speak of: the major version of Node, the minor one of Python 3 */
  readonly version: number;
}

const node: readonly Candidate[] = [
  { runtime: 'node22', version: 22 },
  { runtime: 'node24', version: 24 },
];
const python: readonly Candidate[] = [
  { runtime: 'python3.13', version: 13 },
  { runtime: 'python3.14', version: 14 },
];

/** The newest, for what says nothing. */
export const newestRuntime = { node: 'node24', python: 'python3.14' } as const;

/** The oldest runtime that a range of npm allows: `>=20`, `^22.1`, `v24.0.0`, `18 || 22`. */
export function nodeRuntime(range: string): Runtime | undefined {
  return node.find(({ version }) =>
    range.split('||').some((set) => {
      const [, low, high] = /^\s*v?(\d+)(?!\d)\S*\s+-\s+v?(\d+)(?!\d)\S*\s*$/.exec(set) ?? [];
      if (low !== undefined) return version >= Number(low) && version <= Number(high);
      const parts = set
        .replaceAll(/([<>=^~])\s+/g, '$1')
        .trim()
        .split(/\s+/);
      return parts.every((part) => meets(version, part, /^([<>]=?|=|\^|~)?v?(\d+|[x*])(?:\.(\d+))?/i));
    }),
  )?.runtime;
}

/** The oldest runtime that a specifier of Python allows: `>=3.11,<3.14`, `==3.13.*`, `^3.13`, `3.13.2`. */
export function pythonRuntime(specifier: string): Runtime | undefined {
  const parts = specifier.split(',').map((part) => part.replaceAll(/\s/g, ''));
  return python.find(({ version }) =>
    parts.every((part) => {
      // Up to the next Python: of 3 all are meant that follow.
      if (/^(~=3\.\d+|\^3(\.\d+)*)$/.test(part)) return meets(version, `>=${part.split('.')[1] ?? 0}`, minor);
      if (/^([<>]=?)?4(\.|$)/.test(part)) return part.startsWith('<');
      if (/^([<>]=?|={1,3}|\^|~)?3(\.\*)?$/.test(part)) return !part.startsWith('<') || part.startsWith('<=');
      const rest = /^([<>]=?|={2,3}|!=|~=|~)?(?:cpython-|python-?)?3\.(.+)$/.exec(part);
      if (!rest) return part === '*' || part === '';
      const [, operator = '', after = ''] = rest;
      if (operator === '!=') return !after.endsWith('.*') || version !== Number.parseInt(after, 10);
      return meets(version, `${operator.replace(/^(={2,3}|~=)$/, '=')}${after}`, minor);
    }),
  )?.runtime;
}

const minor = /^([<>]=?|=|~)?(\d+|[*])(?:\.(\d+))?/;

function meets(version: number, part: string, form: RegExp): boolean {
  if (part === '' || part === '*') return true;
  const [, operator = '=', number = '', next] = form.exec(part) ?? [];
  if (number === '') return false;
  if (/[x*]/i.test(number)) return true;
  const bound = Number(number);
  switch (operator) {
    case '>=':
      return version >= bound;
    case '>':
      return next === undefined ? version > bound : version >= bound;
    case '<=':
      return version <= bound;
    case '<':
      return next === undefined || Number(next) === 0 ? version < bound : version <= bound;
    default:
      return version === bound;
  }
}
