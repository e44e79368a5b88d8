import { createHmac, randomBytes } from 'node:crypto';
import type { OperationHandlers, OperationRequest } from '../operation.ts';
import { forbidden } from '../serviceError.ts';
import { createRandom } from '../world/random.ts';

/** The handlers of the ticket and the teams. */
export const accountRoutes = {
  'tunnels.getTicket': getTicket,
  'teams.list': ({ world }) => world.teams,
} satisfies OperationHandlers;

function getTicket({ world, identity }: OperationRequest) {
  if (identity.kind !== 'user') throw forbidden('A tunnel ticket is for users. API keys are not supported.');
  const subdomain = `octo-${createRandom(world.seed, 'tunnel').text(8)}`;
  return { subdomain, ticket: createTicket(subdomain, world.clock.now()), tunnelHost: 'tunnel.example.com' };
}

const key = randomBytes(32);
const lifetimeMs = 5 * 60_000;

/** Creates a signed tunnel ticket (`tunnels.getTicket`). It's opaque to clients, and different each time. */
function createTicket(subdomain: string, now: number): string {
  const claims = {
    sub: subdomain,
    exp: Math.floor((now + lifetimeMs) / 1000),
    jti: randomBytes(8).toString('hex'),
  };
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${payload}.${createHmac('sha256', key).update(payload).digest('base64url')}`;
}
