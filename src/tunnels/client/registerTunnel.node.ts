import { type LookupOptions, lookup } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import * as z from 'zod/mini';
import type { TunnelTicket } from '../../api/tunnels.ts';

/** Maximum size of a response, in bytes. */
const maxResponseBytes = 64_000;
const timeoutMs = 15_000;
/** Maximum number of sockets, even if the tunnel host permits more. */
const maxSocketCount = 32;

const grantSchema = z.object({
  id: z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/)),
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
  maxConnCount: z._default(z.int().check(z.minimum(1)), 10),
  url: z.url({ protocol: /^https?$/ }),
  ip: z.optional(z.string()),
});

/** A tunnel that the tunnel host has opened for a ticket. */
export interface TunnelGrant {
  readonly id: string;
  /** The address of the host to which the sockets of the tunnel connect. */
  readonly socketHost: string;
  readonly socketPort: number;
  readonly maxSocketCount: number;
  readonly publicUrl: string;
}

/** Why a tunnel host didn't open a tunnel. */
export class RegistrationError extends Error {
  /** The status code of the response. `undefined`: there was no response. */
  readonly status: number | undefined;
  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
  /** Whether the tunnel host rejected the ticket, so that another one is needed. */
  get isTicketRejected(): boolean {
    return this.status === 401 || this.status === 403;
  }
}

/** Returns the URL of a tunnel host. Only a host on this machine is reached without TLS. */
export function createTunnelHostUrl(tunnelHost: string): URL {
  const url = new URL(`https://${tunnelHost}`);
  if (/(?:^|\.)localhost$/.test(url.hostname)) url.protocol = 'http:';
  return url;
}

/**
 * Opens a tunnel with a ticket, which displaces an earlier tunnel of the same subdomain. Rejects with a
 * `RegistrationError`.
 */
export async function registerTunnel(
  { tunnelHost, subdomain, ticket }: TunnelTicket,
  signal: AbortSignal,
): Promise<TunnelGrant> {
  const url = createTunnelHostUrl(tunnelHost);
  url.pathname = `/${encodeURIComponent(subdomain)}`;
  const { status, body } = await sendRequest(url, { Authorization: `Bearer ${ticket}` }, signal);
  if (status !== 200)
    throw new RegistrationError(`The tunnel host responded with the status ${status}.`, status);
  const parsed = grantSchema.safeParse(parseJson(body));
  if (!parsed.success) throw new RegistrationError('The response of the tunnel host is invalid.', status);
  const { id, port, maxConnCount, url: publicUrl, ip } = parsed.data;
  return {
    id,
    socketHost: ip ?? url.hostname,
    socketPort: port,
    maxSocketCount: Math.min(maxConnCount, maxSocketCount),
    publicUrl,
  };
}

interface TunnelResponse {
  readonly status: number;
  readonly body: string;
}

/** Sends a GET request. Doesn't follow redirects, because they could send the ticket to another origin. */
export async function sendRequest(
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<TunnelResponse> {
  const send = url.protocol === 'http:' ? requestHttp : requestHttps;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = send(url, {
    headers: { Accept: 'application/json', ...headers },
    agent: false,
    lookup: lookupLoopback,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  request.once('response', resolve).once('error', reject).end();
  try {
    const response = await promise;
    let body = '';
    response.setEncoding('utf8');
    for await (const chunk of response) {
      body += chunk;
      if (body.length > maxResponseBytes) throw new Error('The response is too large.');
    }
    return { status: response.statusCode ?? 0, body };
  } catch (error) {
    throw new RegistrationError(error instanceof Error ? error.message : String(error));
  } finally {
    request.destroy();
  }
}

/** Resolves names below `localhost` to the loopback address (RFC 6761 §6.3), which not every system does. */
const lookupLoopback: LookupFunction = (hostname, options, callback) => {
  const isLocal = /(?:^|\.)localhost$/.test(hostname);
  return lookup(isLocal ? '127.0.0.1' : hostname, options as LookupOptions, callback as never);
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
