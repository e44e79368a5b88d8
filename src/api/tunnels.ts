import type * as z from 'zod/mini';
import type { OperationGroup } from './operation.ts';
import { id, readOne, record } from './schemas.ts';

const ticket = record({ subdomain: id, ticket: id, tunnelHost: id });

/** What opens a tunnel; `ticket` is a secret. */
export type TunnelTicket = z.infer<typeof ticket>;

/** The group *tunnels*. */
export const tunnelOperations = {
  /** E15: only for a signed-in user; an API key is `forbidden`. */
  getTicket: {
    id: 'E15',
    method: 'GET',
    path: '/v1/tunnels/ticket',
    scope: 'user',
    readResponse: readOne(ticket),
  },
} satisfies OperationGroup;
