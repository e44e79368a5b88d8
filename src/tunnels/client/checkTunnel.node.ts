import * as z from 'zod/mini';
import { createTunnelHostUrl, sendRequest, type TunnelGrant } from './registerTunnel.node.ts';

/** The path of checks, which the forwarder answers instead of the local server. */
export const checkPath = '/.well-known/hosted-mcp-tunnel';

/**
 * The target of a tunnel's public URL: this tunnel, another one, or nothing. `unknown`: it isn't this tunnel, and the
 * tunnel host doesn't report whether it's another one.
 */
export type TunnelReach = 'this' | 'other' | 'none' | 'unknown';

const statusSchema = z.object({ connectedSockets: z.number() });

const isHostFailure = (status: number): boolean => status === 429 || status >= 500;

interface CheckOptions {
  readonly tunnelHost: string;
  /** The text with which this tunnel answers. */
  readonly token: string;
  /** Whether sockets of this tunnel are connected. */
  readonly hasOwnSockets: boolean;
  /** Time until the public URL must respond. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Sends a request to the public URL and finds out which tunnel answers it. */
export async function checkTunnel(
  { publicUrl, id }: Pick<TunnelGrant, 'publicUrl' | 'id'>,
  { tunnelHost, token, hasOwnSockets, timeoutMs, signal }: CheckOptions,
): Promise<TunnelReach> {
  const url = new URL(publicUrl);
  url.pathname = checkPath;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const response = await sendRequest(url, {}, limit).catch(() => undefined);
  const hasHostFailed = !response || isHostFailure(response.status);
  // The tunnel host also counts the sockets of this tunnel, which can be half-open.
  if (hasOwnSockets && hasHostFailed) return 'none';
  const body = response?.body ?? '';
  if (body === token) return 'this';
  // Another tunnel of this extension answers with its own token.
  if (/^hosted-mcp-tunnel [\w-]{36}$/.test(body)) return 'other';
  const count = await readSocketCount(tunnelHost, id, signal).catch(() => 0);
  if (count === undefined) return hasHostFailed ? 'none' : 'unknown';
  return count > 0 ? 'other' : 'none';
}

/**
 * Returns the number of sockets of a tunnel, or 0 if the tunnel host has failed. `undefined`: the tunnel host doesn't
 * report it. Rejects if the tunnel host can't be reached.
 */
async function readSocketCount(
  tunnelHost: string,
  id: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const url = createTunnelHostUrl(tunnelHost);
  url.pathname = `/api/tunnels/${encodeURIComponent(id)}/status`;
  const { status, body } = await sendRequest(url, {}, signal);
  if (isHostFailure(status)) return 0;
  try {
    return status === 200 ? statusSchema.parse(JSON.parse(body)).connectedSockets : undefined;
  } catch {
    return undefined;
  }
}
