import { createHmac, randomBytes } from 'node:crypto';
import { createRandom } from '../world/random.ts';

const key = randomBytes(32);
const lifetimeMs = 5 * 60_000;

/** Returns the subdomain of the user's tunnels in the world of a seed. */
export const createSubdomain = (seed: number): string => `octo-${createRandom(seed, 'tunnel').text(8)}`;

/** Creates a signed tunnel ticket (`tunnels.getTicket`). It's opaque to clients, and different each time. */
export function createTicket(subdomain: string, now: number): string {
  const claims = {
    sub: subdomain,
    exp: Math.floor((now + lifetimeMs) / 1000),
    jti: randomBytes(8).toString('hex'),
  };
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${payload}.${sign(payload)}`;
}

/** Whether a ticket was issued for a subdomain and hasn't expired. */
export function isValidTicket(subdomain: string, ticket: string, now: number): boolean {
  const [payload = '', signature] = ticket.split('.');
  if (signature !== sign(payload)) return false;
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const { sub, exp } = claims as { readonly sub: string; readonly exp: number };
  return sub === subdomain && exp * 1000 > now;
}

const sign = (payload: string): string => createHmac('sha256', key).update(payload).digest('base64url');
