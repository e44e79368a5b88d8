import type { Scope } from '../../src/api/operation.ts';
import { knownOperations } from '../kit/operations.ts';

const askers: Readonly<Record<Scope, string>> = { any: 'API key or user', user: 'user' };

/** `docs/operations.md`: the specified operations in their order, then those beyond the specification. */
export function operationTable(): string {
  const specified = knownOperations.filter(({ id }) => id !== 'beyond');
  const beyond = knownOperations.filter(({ id }) => id === 'beyond');
  const sorted = specified.sort((one, other) => Number(one.id.slice(1)) - Number(other.id.slice(1)));
  const rows = [...sorted, ...beyond].map(({ id, method, path, name, scope = 'any' }) =>
    ['', id, method, `\`${path}\``, `\`${name}\``, askers[scope], ''].join(' | ').trim(),
  );
  return [
    '# Operations of the service',
    '',
    'Written by `npm run operations` from the entries in `src/api`. A service may be without what is `beyond` the',
    'specification.',
    '',
    '| id | method | path | client | who may ask |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
