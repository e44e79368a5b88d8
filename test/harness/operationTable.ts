import type { RequiredCredential } from '../../src/api/operation.ts';
import { knownOperations } from '../kit/operations.ts';

const credentials: Readonly<Record<RequiredCredential, string>> = {
  any: 'API key or sign-in',
  user: 'Sign-in',
};

type TableOperation = (typeof knownOperations)[number];

/** Creates the text of `docs/operations.md`: the specified operations by number, then the additional ones. */
export function createOperationTable(): string {
  const specified = knownOperations.filter(({ id }) => id !== 'unspecified');
  const additional = knownOperations.filter(({ id }) => id === 'unspecified');
  const sorted = specified.sort((one, other) => Number(one.id.slice(1)) - Number(other.id.slice(1)));
  return [
    '# Service operations',
    '',
    'The extension uses these HTTP operations of the service. `npm run generate` writes this file from the entries in `src/api`.',
    'Each operation is a function of the client, such as `environments.getLogs`. *Sign-in* means the OAuth access token of a user.',
    '',
    '## Operations in the specification',
    '',
    "The numbers are those of the service's API specification.",
    '',
    '| Number | Method | Path | Client function | Credential |',
    '|---|---|---|---|---|',
    ...sorted.map((operation) => formatRow(operation.id, ...operationCells(operation))),
    '',
    '## Additional operations',
    '',
    "These operations aren't part of the API specification, so a service might not support them.",
    '',
    '| Method | Path | Client function | Credential |',
    '|---|---|---|---|',
    ...additional.map((operation) => formatRow(...operationCells(operation))),
    '',
  ].join('\n');
}

function operationCells({
  method,
  path,
  name,
  requiredCredential = 'any',
}: TableOperation): readonly string[] {
  return [method, `\`${path}\``, `\`${name}\``, credentials[requiredCredential]];
}

function formatRow(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
