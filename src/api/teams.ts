import * as z from 'zod/mini';
import type { OperationGroup } from './operation.ts';
import { id, optionalText, readMany, record } from './schemas.ts';

const team = z.pipe(
  record({ id, name: optionalText, createdAt: optionalText }),
  z.transform((read) => ({ ...read, name: read.name ?? read.id })),
);

/** A team; its id stands in for a missing name. */
export type Team = z.infer<typeof team>;

/** Beyond the specification. */
export const teamOperations = {
  /** Beyond the specification: the teams that the caller belongs to. */
  list: { id: 'beyond', method: 'GET', path: '/v1/teams', readResponse: readMany(team) },
} satisfies OperationGroup;
