import type * as z from 'zod/mini';
import type { Call, CallOptions } from './operation.ts';
import { id, one, record } from './schemas.ts';

const ticket = record({ subdomain: id, ticket: id, tunnelHost: id });

/** What opens a tunnel; `ticket` is a secret. */
export type TunnelTicket = z.infer<typeof ticket>;

export type Tunnels = ReturnType<typeof tunnelOperations>;

/** The group *tunnels*. */
export function tunnelOperations(call: Call) {
  return {
    /** E15: only for a signed-in user; an API key is `forbidden`. */
    getTicket: (options?: CallOptions) =>
      call(
        {
          name: 'tunnels.getTicket',
          method: 'GET',
          path: '/v1/tunnels/ticket',
          scope: 'user',
          reply: one(ticket),
        },
        options,
      ),
  };
}
