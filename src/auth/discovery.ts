import * as oauth from 'oauth4webapi';
import * as z from 'zod/mini';
import { isLoopback } from '../api/baseUrl.ts';
import { SignInError } from './errors.ts';
import { createOAuthOptions, sendSignInRequest } from './oauthRequest.ts';

/** An authorization server whose URLs are safe to use. */
export interface DiscoveredServer {
  readonly server: oauth.AuthorizationServer;
  /** Whether both the authorization server and the service are on this machine, so that plain HTTP is safe. */
  readonly isLocal: boolean;
}

const wellKnownPath = '/.well-known/oauth-protected-resource';

const resourceSchema = z.object({
  resource: z.string(),
  authorization_servers: z.array(z.string()).check(z.minLength(1)),
});
type ResourceMetadata = z.infer<typeof resourceSchema>;

/** The fields of the metadata with the endpoints that are used. */
const endpointNames = [
  'authorization_endpoint',
  'token_endpoint',
  'registration_endpoint',
  'userinfo_endpoint',
  'revocation_endpoint',
] as const;

/** Finds the authorization server of a service: the first one in its metadata that can be discovered. */
export async function discoverAuthorizationServer(
  baseUrl: string,
  signal: AbortSignal,
): Promise<DiscoveredServer & { readonly resource: string }> {
  const { resource, authorization_servers: issuers } = await fetchResourceMetadata(baseUrl, signal);
  let failure: unknown;
  for (const issuer of issuers) {
    try {
      return { ...(await discoverServer(issuer, baseUrl, signal)), resource };
    } catch (error) {
      signal.throwIfAborted();
      failure ??= error;
    }
  }
  throw failure;
}

/** Fetches the metadata of the service (RFC 9728). For a base URL with a path, two locations are tried. */
async function fetchResourceMetadata(baseUrl: string, signal: AbortSignal): Promise<ResourceMetadata> {
  const { origin, pathname } = new URL(baseUrl);
  const metadataUrls = [`${baseUrl}${wellKnownPath}`];
  if (pathname !== '/') metadataUrls.push(`${origin}${wellKnownPath}${pathname}`); // §3.1
  for (const metadataUrl of metadataUrls) {
    const response = await sendSignInRequest(
      'service',
      metadataUrl,
      { headers: { Accept: 'application/json' } },
      signal,
    );
    if (response.status !== 200) continue;
    const metadata = resourceSchema.safeParse(await response.json().catch(() => undefined)).data;
    if (metadata === undefined) continue;
    // §3.3: otherwise, a token for this service could be requested for another one.
    if (!isSameUrl(metadata.resource, baseUrl)) throw new SignInError('invalidResponse');
    return metadata;
  }
  throw new SignInError('noSignInUrl');
}

function isSameUrl(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => parseUrl(text)?.href.replace(/\/$/, ''));
  return a !== undefined && a === b;
}

/** Fetches the metadata of an authorization server (OpenID Connect Discovery §4, RFC 8414 §3). */
export async function discoverServer(
  issuerText: string,
  serviceUrl: string,
  signal: AbortSignal | undefined,
): Promise<DiscoveredServer> {
  const issuer = parseUrl(issuerText);
  if (issuer === undefined) throw new SignInError('noSignInUrl');
  const isLocal = isLocalService(serviceUrl) && isLoopback(issuer.hostname);
  throwIfInsecure(issuer, isLocal);
  let isNotFound = true;
  for (const algorithm of ['oidc', 'oauth2'] as const) {
    const response = await oauth.discoveryRequest(issuer, {
      ...createOAuthOptions(isLocal, signal),
      algorithm,
    });
    if (response.status !== 404) isNotFound = false;
    const server = await oauth.processDiscoveryResponse(issuer, response).catch((error: unknown) => {
      const isOtherIssuer = error instanceof oauth.OperationProcessingError && error.code === otherIssuerCode;
      if (isOtherIssuer) throw new SignInError('invalidResponse');
      return undefined; // Not metadata, such as a web page.
    });
    if (server === undefined) continue;
    checkEndpoints(server, isLocal);
    return { server, isLocal };
  }
  throw new SignInError(isNotFound ? 'noAuthorizationServerMetadata' : 'notOAuth');
}

const otherIssuerCode = oauth.JSON_ATTRIBUTE_COMPARISON;

function checkEndpoints(server: oauth.AuthorizationServer, isLocal: boolean): void {
  if (server.token_endpoint === undefined) throw new SignInError('notOAuth');
  for (const name of endpointNames) {
    const text: unknown = server[name];
    if (text === undefined) continue;
    const url = parseUrl(text);
    if (url === undefined) throw new SignInError('notOAuth');
    throwIfInsecure(url, isLocal);
  }
}

function parseUrl(text: unknown): URL | undefined {
  return typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
}

/** Throws unless a URL uses HTTPS, or all parties are on this machine. */
function throwIfInsecure({ protocol, hostname }: URL, isLocal: boolean): void {
  if (protocol !== 'https:' && !(isLocal && protocol === 'http:' && isLoopback(hostname))) {
    throw new SignInError('insecure');
  }
}

/**
 * Whether a service is on this machine and uses plain HTTP. If a service uses HTTPS, its authorization server must use
 * HTTPS too.
 */
function isLocalService(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && isLoopback(hostname);
}
