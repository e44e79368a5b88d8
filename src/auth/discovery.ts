import * as oauth from 'oauth4webapi';
import * as z from 'zod/mini';
import { isLoopback } from '../api/baseUrl.ts';
import { SignInError } from './errors.ts';
import { createOAuthOptions, sendSignInRequest } from './oauthRequest.ts';

/** An authorization server that was found, with addresses that may be used. */
export interface DiscoveredServer {
  readonly server: oauth.AuthorizationServer;
  /** It and the service are on this machine, so plain http between them is seen by no one. */
  readonly isLocal: boolean;
}

const wellKnown = '/.well-known/oauth-protected-resource';

const resourceSchema = z.object({
  resource: z.string(),
  authorization_servers: z.array(z.string()).check(z.minLength(1)),
});
type ResourceMetadata = z.infer<typeof resourceSchema>;

/** All addresses of its metadata that are ever used. */
const endpoints = [
  'authorization_endpoint',
  'token_endpoint',
  'registration_endpoint',
  'userinfo_endpoint',
  'revocation_endpoint',
] as const;

/** Finds the authorization server of a service: the first that it names and that can be discovered. */
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

/** What the service says of itself (RFC 9728). For an address with a path there are two places in use. */
async function fetchResourceMetadata(baseUrl: string, signal: AbortSignal): Promise<ResourceMetadata> {
  const { origin, pathname } = new URL(baseUrl);
  const metadataUrls = [`${baseUrl}${wellKnown}`];
  if (pathname !== '/') metadataUrls.push(`${origin}${wellKnown}${pathname}`); // §3.1
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
    // §3.3: else a token for this service could be had for another one.
    if (!isSameUrl(metadata.resource, baseUrl)) throw new SignInError('untrusted');
    return metadata;
  }
  throw new SignInError('noMetadata');
}

function isSameUrl(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => parseUrl(text)?.href.replace(/\/$/, ''));
  return a !== undefined && a === b;
}

/** Asks for the metadata of an authorization server, as OpenID Connect Discovery §4 and RFC 8414 §3 say. */
export async function discoverServer(
  issuerText: string,
  serviceUrl: string,
  signal: AbortSignal | undefined,
): Promise<DiscoveredServer> {
  const issuer = parseUrl(issuerText);
  if (issuer === undefined) throw new SignInError('noMetadata');
  const isLocal = isLocalService(serviceUrl) && isLoopback(issuer.hostname);
  requireSecure(issuer, isLocal);
  let isMissing = true;
  for (const algorithm of ['oidc', 'oauth2'] as const) {
    const response = await oauth.discoveryRequest(issuer, {
      ...createOAuthOptions(isLocal, signal),
      algorithm,
    });
    if (response.status !== 404) isMissing = false;
    const server = await oauth.processDiscoveryResponse(issuer, response).catch((error: unknown) => {
      const isOther = error instanceof oauth.OperationProcessingError && error.code === otherIssuer;
      if (isOther) throw new SignInError('untrusted');
      return undefined; // Something else than metadata, such as a web page.
    });
    if (server === undefined) continue;
    requireEndpoints(server, isLocal);
    return { server, isLocal };
  }
  throw new SignInError(isMissing ? 'noServerMetadata' : 'notOAuth');
}

const otherIssuer = oauth.JSON_ATTRIBUTE_COMPARISON;

function requireEndpoints(server: oauth.AuthorizationServer, isLocal: boolean): void {
  if (server.token_endpoint === undefined) throw new SignInError('notOAuth');
  for (const name of endpoints) {
    const text: unknown = server[name];
    if (text === undefined) continue;
    const url = parseUrl(text);
    if (url === undefined) throw new SignInError('notOAuth');
    requireSecure(url, isLocal);
  }
}

function parseUrl(text: unknown): URL | undefined {
  return typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
}

/** Plain http is for where no one can listen: between parts that are all on this machine. */
function requireSecure({ protocol, hostname }: URL, isLocal: boolean): void {
  if (protocol !== 'https:' && !(isLocal && protocol === 'http:' && isLoopback(hostname))) {
    throw new SignInError('insecure');
  }
}

/** Whoever asks for https has a reason: such a service leads to nothing less, on this machine either. */
function isLocalService(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && isLoopback(hostname);
}
