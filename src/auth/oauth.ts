import * as oauth from 'oauth4webapi';
import { isLoopback } from '../api/baseUrl.ts';
import { SignInError, type SignInFailure } from './errors.ts';
import type { Session } from './session.ts';

/** What a sign-in needs of the authorization server and the client. */
export interface Authority {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly redirectUri: string;
  /** The protected resource as it names itself (RFC 9728), sent as `resource` (RFC 8707). */
  readonly resource: string;
}

/** A sign-in under way: `url` is for the browser, the rest is for what comes back. */
export interface Attempt {
  readonly url: URL;
  readonly state: string;
  readonly verifier: string;
}

/** Plain http is for a service on this machine only. */
function options(url: URL, signal?: AbortSignal) {
  return {
    [oauth.allowInsecureRequests]: isLoopback(url.hostname),
    ...(signal && { signal }),
  };
}

/**
 * Finds the authorization server of a service (RFC 9728, then OpenID discovery or RFC 8414) and a client id:
 * the one given, else one registered now (RFC 7591).
 */
export async function findAuthority(
  baseUrl: string,
  redirectUri: string,
  clientId: string | undefined,
  signal: AbortSignal,
): Promise<Authority> {
  const { server, resource } = await discover(baseUrl, signal);
  const client =
    clientId === undefined ? await register(server, redirectUri, signal) : { client_id: clientId };
  return { server, client, redirectUri, resource };
}

async function discover(baseUrl: string, signal: AbortSignal) {
  const response = await fetch(`${baseUrl}/.well-known/oauth-protected-resource`, {
    redirect: 'error',
    headers: { Accept: 'application/json' },
    signal,
  });
  if (response.status >= 500) throw new SignInError('serviceProblem', response.status);
  if (response.status === 404) throw new SignInError('noMetadata');
  const metadata = await oauth.processResourceDiscoveryResponse(new URL(baseUrl), response).catch((error) => {
    throw isNotOAuth(error) ? new SignInError('noMetadata') : error;
  });
  const issuer = metadata.authorization_servers?.[0];
  if (issuer === undefined) throw new SignInError('noMetadata');
  return { server: await discoverServer(new URL(issuer), signal), resource: metadata.resource };
}

async function discoverServer(issuer: URL, signal?: AbortSignal): Promise<oauth.AuthorizationServer> {
  for (const algorithm of ['oidc', 'oauth2'] as const) {
    const response = await answerOf(
      oauth.discoveryRequest(issuer, { ...options(issuer, signal), algorithm }),
    );
    if (response.status !== 404) return oauth.processDiscoveryResponse(issuer, response);
  }
  throw new SignInError('noMetadata');
}

/** The answer of the authorization server, unless there is none or it is a failure of its own. */
async function answerOf(request: Promise<Response>): Promise<Response> {
  const response = await request.catch((error: unknown) => {
    // So `fetch` tells of every failure of the network; the library's own errors have a code.
    const isNetwork = error instanceof TypeError && !('code' in error);
    throw isNetwork ? new SignInError('serverUnreachable') : error;
  });
  if (response.status >= 500) throw new SignInError('serverProblem', response.status);
  return response;
}

async function register(
  server: oauth.AuthorizationServer,
  redirectUri: string,
  signal: AbortSignal,
): Promise<oauth.Client> {
  if (server.registration_endpoint === undefined) throw new SignInError('noClientId');
  const metadata = {
    client_name: 'Hosted MCP Servers for Visual Studio Code',
    application_type: 'native',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  const response = await answerOf(
    oauth.dynamicClientRegistrationRequest(server, metadata, options(new URL(server.issuer), signal)),
  );
  return oauth.processDynamicClientRegistrationResponse(response);
}

/** The address that the browser is sent to: authorization code with PKCE S256. */
export async function beginSignIn({ server, client, redirectUri, resource }: Authority): Promise<Attempt> {
  if (server.authorization_endpoint === undefined) throw new SignInError('noMetadata');
  const state = oauth.generateRandomState();
  const verifier = oauth.generateRandomCodeVerifier();
  const scopes = ['openid', 'email', 'profile'];
  const url = new URL(server.authorization_endpoint);
  if (server.scopes_supported?.includes('offline_access')) {
    scopes.push('offline_access');
    url.searchParams.set('prompt', 'consent'); // OpenID Connect Core §11 asks for it.
  }
  url.searchParams.set('client_id', client.client_id);
  url.searchParams.set('redirect_uri', redirectUri);
  url.searchParams.set('response_type', 'code');
  url.searchParams.set('scope', scopes.join(' '));
  url.searchParams.set('resource', resource);
  url.searchParams.set('state', state);
  url.searchParams.set('code_challenge', await oauth.calculatePKCECodeChallenge(verifier));
  url.searchParams.set('code_challenge_method', 'S256');
  return { url, state, verifier };
}

/** Turns what the browser came back with into a session; checks state and issuer. */
export async function finishSignIn(
  authority: Authority,
  attempt: Attempt,
  answer: URL,
  origin: string,
  signal: AbortSignal,
): Promise<Session> {
  const { server, client, redirectUri, resource } = authority;
  const parameters = oauth.validateAuthResponse(server, client, answer, attempt.state);
  const response = await answerOf(
    oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      redirectUri,
      attempt.verifier,
      { ...options(new URL(server.issuer), signal), additionalParameters: { resource } },
    ),
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response);
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  const account = await readAccount(authority, tokens.access_token, claims, signal);
  return {
    id: crypto.randomUUID(),
    kind: 'user',
    origin,
    account,
    createdAt: Date.now(),
    ...tokenFields(tokens),
    ...(tokens.refresh_token !== undefined && {
      refresh: { token: tokens.refresh_token, issuer: server.issuer, clientId: client.client_id, resource },
    }),
  };
}

/** New tokens for a session that can be refreshed. The old refresh token may be spent afterwards. */
export async function refreshSession(session: Session, signal?: AbortSignal): Promise<Session> {
  if (!session.refresh) throw new SignInError('noMetadata');
  const { token, issuer, clientId, resource } = session.refresh;
  const server = await discoverServer(new URL(issuer), signal);
  const client = { client_id: clientId };
  const response = await answerOf(
    oauth.refreshTokenGrantRequest(server, client, oauth.None(), token, {
      ...options(new URL(issuer), signal),
      additionalParameters: { resource },
    }),
  );
  const tokens = await oauth.processRefreshTokenResponse(server, client, response);
  return {
    ...session,
    ...tokenFields(tokens),
    refresh: { ...session.refresh, token: tokens.refresh_token ?? token },
  };
}

function tokenFields(tokens: oauth.TokenEndpointResponse): Pick<Session, 'accessToken' | 'expiresAt'> {
  return {
    accessToken: tokens.access_token,
    ...(tokens.expires_in !== undefined && { expiresAt: Date.now() + tokens.expires_in * 1000 }),
  };
}

/** A name that people recognise: from userinfo, else from the ID token. Never a reason for a sign-in to fail. */
async function readAccount(
  { server, client }: Authority,
  accessToken: string,
  claims: oauth.IDToken | undefined,
  signal: AbortSignal,
): Promise<Session['account']> {
  const subject = claims?.sub;
  const info = { ...claims, ...(await readUserInfo(server, client, accessToken, subject, signal)) };
  const names = [info['name'], info['email']].filter((text) => typeof text === 'string' && text !== '');
  const label = names.length === 2 ? `${names[0]} (${names[1]})` : names[0];
  return { id: subject ?? server.issuer, label: String(label ?? subject ?? new URL(server.issuer).host) };
}

async function readUserInfo(
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  accessToken: string,
  subject: string | undefined,
  signal: AbortSignal,
): Promise<oauth.UserInfoResponse | undefined> {
  if (server.userinfo_endpoint === undefined || subject === undefined) return undefined;
  try {
    const response = await oauth.userInfoRequest(
      server,
      client,
      accessToken,
      options(new URL(server.issuer), signal),
    );
    return await oauth.processUserInfoResponse(server, client, subject, response);
  } catch {
    return undefined; // A token made for one resource may not open userinfo.
  }
}

/** Sorts what a sign-in threw. */
export function signInFailure(error: unknown): SignInFailure {
  if (error instanceof SignInError) return error.reason;
  if (error instanceof oauth.AuthorizationResponseError) {
    return error.error === 'access_denied' ? 'declined' : 'refused';
  }
  if (error instanceof oauth.ResponseBodyError || error instanceof oauth.WWWAuthenticateChallengeError) {
    return 'refused';
  }
  if (isNotOAuth(error)) return 'notOAuth';
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError) {
    return 'untrusted';
  }
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  return inUse ? 'portTaken' : 'unreachable';
}

/** An answer that is not JSON, or has a status that OAuth does not know, such as a web page. */
function isNotOAuth(error: unknown): boolean {
  const codes: readonly unknown[] = [
    oauth.RESPONSE_IS_NOT_JSON,
    oauth.RESPONSE_IS_NOT_CONFORM,
    oauth.PARSE_ERROR,
  ];
  return error instanceof oauth.OperationProcessingError && codes.includes(error.code);
}

/** The server has said that the refresh token is spent or revoked (RFC 6749 §5.2). */
export function isInvalidGrant(error: unknown): boolean {
  return error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant';
}
