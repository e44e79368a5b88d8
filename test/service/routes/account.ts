import { createTicket } from '../auth/ticket.ts';
import { forbidden } from '../envelope.ts';
import type { Operation, OperationRequest } from '../operation.ts';
import { createRandom } from '../world/random.ts';

/** E15 and the teams. */
export const accountOperations: readonly Operation[] = [
  { id: 'E15', method: 'GET', path: '/v1/tunnels/ticket', run: getTicket },
  { method: 'GET', path: '/v1/teams', run: ({ world }) => world.teams },
];

function getTicket({ world, identity }: OperationRequest) {
  if (identity.kind !== 'user') throw forbidden('A tunnel ticket is for users. API keys are not supported.');
  const subdomain = `octo-${createRandom(world.seed, 'tunnel').text(8)}`;
  return { subdomain, ticket: createTicket(subdomain, world.clock.now()), tunnelHost: 'tunnel.example.com' };
}
