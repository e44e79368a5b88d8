import * as z from 'zod/mini';
import type { Call, CallOptions } from './operation.ts';
import { id, many, record, text } from './schemas.ts';

const team = z.pipe(
  record({ id, name: text, createdAt: text }),
  z.transform((read) => ({ ...read, name: read.name ?? read.id })),
);

/** A team; its id stands in for a missing name. */
export type Team = z.infer<typeof team>;

export type Teams = ReturnType<typeof teamOperations>;

/** Beyond the specification. */
export function teamOperations(call: Call) {
  return {
    /** Beyond the specification: the teams that the caller belongs to. */
    list: (options?: CallOptions) =>
      call(
        { name: 'teams.list', method: 'GET', path: '/v1/teams', beyond: true, reply: many(team) },
        options,
      ),
  };
}
