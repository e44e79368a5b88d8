import type { Operation } from '../../src/api/operation.ts';
import { operations } from '../../src/api/operations.ts';

/** All operations of the client, with their names. */
export const knownOperations = Object.entries(operations).flatMap(([group, all]) =>
  Object.entries<Operation>(all).map(([key, operation]) => ({ ...operation, name: `${group}.${key}` })),
);
