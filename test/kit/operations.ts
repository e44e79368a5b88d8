import type { Operation } from '../../src/api/operation.ts';
import { operations } from '../../src/api/operations.ts';

/** What the client knows of each operation of the service. */
export const knownOperations = Object.entries(operations).flatMap(([group, all]) =>
  Object.entries<Operation>(all).map(([key, operation]) => ({ ...operation, name: `${group}.${key}` })),
);
