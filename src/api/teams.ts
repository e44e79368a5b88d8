import * as z from 'zod/mini';
import type { OperationGroup } from './operation.ts';
import { optionalText, readMany, record, requiredId } from './responseSchemas.ts';

const teamSchema = z.pipe(
  record({ id: requiredId, name: optionalText, createdAt: optionalText }),
  z.transform((read) => ({ ...read, name: read.name ?? read.id })),
);

/** A team. If the service returns no name, `name` is the ID. */
export type Team = z.infer<typeof teamSchema>;

/** The operations of the group *teams*. Not in the specification. */
export const teamOperations = {
  /** Returns the teams that the credential gives access to. Not in the specification. */
  list: { id: 'unspecified', method: 'GET', path: '/v1/teams', readResponse: readMany(teamSchema) },
} satisfies OperationGroup;
