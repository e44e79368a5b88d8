import type { OperationHandlers, OperationRequest } from '../operation.ts';
import { forbidden } from '../serviceError.ts';
import { createSubdomain, createTicket } from '../tunnels/ticket.ts';

/** The handlers of the ticket and the teams. */
export const accountRoutes = {
  'tunnels.getTicket': getTicket,
  'teams.list': ({ world }) => world.teams,
} satisfies OperationHandlers;

function getTicket({ world, identity }: OperationRequest) {
  if (identity.kind !== 'user') throw forbidden('A tunnel ticket is for users. API keys are not supported.');
  const subdomain = createSubdomain(world.seed);
  return { subdomain, ticket: createTicket(subdomain, world.clock.now()), tunnelHost: world.tunnelHostName };
}
