import { createHmac, randomBytes } from 'node:crypto';

const key = randomBytes(32);
const lifetimeMs = 5 * 60_000;

/** Creates a signed tunnel ticket (`tunnels.getTicket`). It's opaque to clients, and different each time. */
export function createTicket(subdomain: string, now: number): string {
  const claims = {
    sub: subdomain,
    exp: Math.floor((now + lifetimeMs) / 1000),
    jti: randomBytes(8).toString('hex'),
  };
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${payload}.${createHmac('sha256', key).update(payload).digest('base64url')}`;
}
