import type * as z from 'zod/mini';
import type { OperationGroup } from './operation.ts';
import { readOne, record, requiredId } from './responseSchemas.ts';

const ticketSchema = record({ subdomain: requiredId, ticket: requiredId, tunnelHost: requiredId });

/** The ticket that opens a tunnel. `ticket` is a secret. */
export type TunnelTicket = z.infer<typeof ticketSchema>;

/** The operations of the group *tunnels*. */
export const tunnelOperations = {
  /** Returns a ticket for a user. Fails as `forbidden` for an API key. */
  getTicket: {
    id: 'E15',
    method: 'GET',
    path: '/v1/tunnels/ticket',
    requiredCredential: 'user',
    readResponse: readOne(ticketSchema),
  },
} satisfies OperationGroup;
