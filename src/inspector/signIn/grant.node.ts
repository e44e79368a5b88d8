import {
  auth,
  discoverAuthorizationServerMetadata,
  exchangeAuthorization,
  extractWWWAuthenticateParams,
  type OAuthClientProvider,
  OAuthError,
  type OAuthTokens,
  RegistrationRejectedError,
  refreshAuthorization,
  validateAuthorizationResponseIssuer,
} from '@modelcontextprotocol/client';
import * as oauth from 'oauth4webapi';
import { isLoopback, isSafeAddress } from '../../api/baseUrl.ts';
import { ask } from '../../auth/ask.ts';
import { SignInError } from '../../auth/errors.ts';
import { defined, field } from '../../fields.ts';
import type { Grant } from './kept.ts';

/** What a server says of the sign-in that it asks for (RFC 9728 §5.1). */
export interface Challenge {
  /** Absent where it can't be read: there are well-known places, too. */
  readonly resourceMetadataUrl?: URL;
  readonly scope?: string;
}

/** Absent: the server asks for no sign-in. */
export function challengeOf(response: Response): Challenge | undefined {
  if (!response.headers.get('www-authenticate')?.includes('resource_metadata')) return undefined;
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
  return defined({ resourceMetadataUrl, scope });
}

/** The browser on its way: it is sent to `url`, and the address that it came back with is for this `state`. */
export interface Browsing {
  readonly redirectUri: string;
  readonly signal: AbortSignal;
  go(way: { readonly url: URL; readonly state: string }): Promise<URL>;
}

/** Registers a client, and has the person grant it access: authorization code with PKCE S256. */
export async function requestGrant(
  url: string,
  challenge: Challenge,
  { redirectUri, signal, go }: Browsing,
): Promise<Grant> {
  const fetchFn = safeFetch(url, signal);
  const attempt = createAttempt(redirectUri);
  const options = { serverUrl: url, ...challenge, fetchFn, forceReauthorization: true };
  await auth(attempt.provider, options).catch(sorted(signal));
  const { leadsTo, client, verifier, discovered, resource } = attempt.found();
  if (!isSafeAddress(leadsTo.href, isLocal(url))) throw new SignInError('insecure');
  const { searchParams: answer } = await go({ url: leadsTo, state: attempt.state });
  const metadata = discovered.authorizationServerMetadata;
  const iss = answer.get('iss') ?? undefined;
  if (answer.get('state') !== attempt.state) throw new SignInError('untrusted');
  // RFC 9207: before anything else of the answer is believed.
  const issParameterSupported = metadata?.authorization_response_iss_parameter_supported === true;
  try {
    validateAuthorizationResponseIssuer({ iss, expectedIssuer: metadata?.issuer, issParameterSupported });
  } catch {
    throw new SignInError('untrusted');
  }
  const error = answer.get('error');
  if (error !== null) throw new SignInError(error === 'access_denied' ? 'declined' : 'refused');
  const tokens = await exchangeAuthorization(discovered.authorizationServerUrl, {
    ...defined({ metadata, iss, resource }),
    ...{ clientInformation: client, codeVerifier: verifier, redirectUri, fetchFn },
    authorizationCode: answer.get('code') ?? '',
  }).catch(sorted(signal));
  return {
    server: discovered.authorizationServerUrl,
    client,
    ...defined({ resource }),
    tokens: tokensOf(tokens),
  };
}

/** Throws what the SDK has thrown as a failure that a person is told in words; none of a server's own. */
const sorted =
  (signal: AbortSignal) =>
  (error: unknown): never => {
    if (signal.aborted || error instanceof SignInError) throw error;
    if (error instanceof RegistrationRejectedError) throw new SignInError('registrationRefused');
    throw new SignInError(error instanceof OAuthError ? 'refused' : 'untrusted');
  };

/** The same grant with new tokens; `undefined`: the authorization server refuses it. Else it rejects. */
export async function renewGrant(url: string, grant: Grant): Promise<Grant | undefined> {
  const { server, client, resource, tokens } = grant;
  if (tokens?.refresh === undefined) return undefined;
  const fetchFn = safeFetch(url);
  try {
    const metadata = await discoverAuthorizationServerMetadata(server, { fetchFn });
    const renewed = await refreshAuthorization(server, {
      ...defined({ metadata, resource }),
      ...{ clientInformation: client, refreshToken: tokens.refresh, fetchFn },
    });
    return { ...grant, tokens: tokensOf(renewed) };
  } catch (error) {
    if (error instanceof OAuthError && refusals.includes(error.code)) return undefined;
    throw error;
  }
}

/** Tells the authorization server that the tokens are no longer wanted (RFC 7009), if it takes that. */
export async function revokeGrant(url: string, grant: Grant, signal: AbortSignal): Promise<void> {
  const { server, client, tokens } = grant;
  const fetchFn = safeFetch(url, signal);
  const metadata = await discoverAuthorizationServerMetadata(server, { fetchFn });
  const endpoint: unknown = field(metadata, 'revocation_endpoint');
  if (!metadata || typeof endpoint !== 'string' || !tokens) return;
  const authorizationServer = { issuer: metadata.issuer, revocation_endpoint: endpoint };
  const { client_secret: secret, token_endpoint_auth_method: method } = client;
  const proof =
    typeof secret !== 'string' || method === 'none'
      ? oauth.None()
      : method === 'client_secret_post'
        ? oauth.ClientSecretPost(secret)
        : oauth.ClientSecretBasic(secret);
  const revoke = async (token: string, hint: string): Promise<void> => {
    const options = {
      [oauth.customFetch]: fetchFn,
      // What may be plain is for `safeFetch` to know.
      [oauth.allowInsecureRequests]: true,
      additionalParameters: { token_type_hint: hint },
    };
    const { client_id } = client;
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(authorizationServer, { client_id }, proof, token, options),
    );
  };
  const { access, refresh } = tokens;
  // Each has its try, whatever becomes of the other.
  await Promise.allSettled([
    ...(refresh === undefined ? [] : [revoke(refresh, 'refresh_token')]),
    revoke(access, 'access_token'),
  ]);
}

/** Of a grant or its client (RFC 6749 §5.2); others speak of the moment. */
const refusals: readonly string[] = ['invalid_grant', 'invalid_client', 'unauthorized_client'];

const tokensOf = ({ access_token: access, refresh_token: refresh }: OAuthTokens) => ({
  access,
  ...defined({ refresh }),
});

type ClientInformation = NonNullable<Awaited<ReturnType<OAuthClientProvider['clientInformation']>>>;
type Discovered = Parameters<NonNullable<OAuthClientProvider['saveDiscoveryState']>>[0];

/** What the SDK finds on its way to the browser. Nothing of it is kept before the person has agreed. */
function createAttempt(redirectUri: string) {
  const state = crypto.randomUUID();
  let client: ClientInformation | undefined;
  let [verifier, resource]: (string | undefined)[] = [];
  let discovered: Discovered | undefined;
  let leadsTo: URL | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadata: {
      client_name: 'Hosted MCP Servers for Visual Studio Code',
      application_type: 'native',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => state,
    clientInformation: () => client,
    saveClientInformation(saved) {
      client = saved;
    },
    tokens: () => undefined,
    saveTokens: () => undefined,
    saveCodeVerifier(saved) {
      verifier = saved;
    },
    codeVerifier: () => verifier ?? '',
    saveResourceUrl(saved) {
      resource = saved;
    },
    saveDiscoveryState(saved) {
      const { authorizationServerMetadata: metadata } = saved;
      if (metadata && metadata.registration_endpoint === undefined) throw new SignInError('noClientId');
      discovered = saved;
    },
    redirectToAuthorization(url) {
      leadsTo = url;
    },
  };
  return {
    ...{ state, provider },
    found() {
      if (!client || verifier === undefined || !discovered || !leadsTo) throw new SignInError('noMetadata');
      return { client, verifier, discovered, leadsTo, resource };
    },
  };
}

/** As a sign-in asks: whole answers in time, no redirects, and encrypted unless all of it is on this machine. */
function safeFetch(serverUrl: string, signal?: AbortSignal) {
  const mayBeLocal = isLocal(serverUrl);
  return async (input: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { href } = new URL(input);
    if (!isSafeAddress(href, mayBeLocal)) throw new SignInError('insecure');
    const headers = Object.fromEntries(new Headers(init.headers));
    return ask('server', href, { method: init.method ?? 'GET', headers, body: init.body }, signal);
  };
}

function isLocal(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && isLoopback(hostname);
}
