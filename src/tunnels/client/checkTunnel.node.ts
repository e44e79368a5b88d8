import * as z from 'zod/mini';
import { createTunnelHostUrl, sendRequest, type TunnelGrant } from './registerTunnel.node.ts';

/** The path of checks, which the forwarder answers instead of the local server. */
export const checkPath = '/.well-known/hosted-mcp-tunnel';

/** The target of a tunnel's public URL: this tunnel, another one, or nothing. */
export type TunnelReach = 'this' | 'other' | 'none';

const statusSchema = z.object({ connectedSockets: z.number() });

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
  const hasHostFailed = !response || response.status === 429 || response.status >= 500;
  // The tunnel host also counts the sockets of this tunnel, which can be half-open.
  if (hasOwnSockets && hasHostFailed) return 'none';
  const body = response?.body ?? '';
  if (body === token) return 'this';
  // Another tunnel of this extension answers with its own token.
  if (/^hosted-mcp-tunnel [\w-]{36}$/.test(body)) return 'other';
  return (await hasSockets(tunnelHost, id, signal)) ? 'other' : 'none';
}

/** Whether sockets are connected to a tunnel, although this tunnel has none. Not every tunnel host reports it. */
async function hasSockets(tunnelHost: string, id: string, signal: AbortSignal): Promise<boolean> {
  const url = createTunnelHostUrl(tunnelHost);
  url.pathname = `/api/tunnels/${encodeURIComponent(id)}/status`;
  try {
    const { status, body } = await sendRequest(url, {}, signal);
    return status === 200 && statusSchema.parse(JSON.parse(body)).connectedSockets > 0;
  } catch {
    return false;
  }
}
