import * as oauth from 'oauth4webapi';
import { rethrowWithoutCause } from './classifyErrors.ts';
import { type DiscoveredServer, discoverAuthorizationServer, discoverServer } from './discovery.ts';
import { SignInError } from './errors.ts';
import { createClockAdjustedClient, createOAuthOptions } from './oauthRequest.ts';
import { registerClient } from './registration.ts';
import { getRenewTime } from './renewal.ts';
import type { AuthSession } from './session.ts';

export { classifyRefreshError, classifySignInError } from './classifyErrors.ts';

/** The authorization server and the client of a sign-in. */
export interface AuthorizationContext extends DiscoveredServer {
  readonly client: oauth.Client;
  readonly redirectUri: string;
  /** The protected resource as the service names it (RFC 9728), sent as `resource` (RFC 8707). */
  readonly resource: string;
}

/** A sign-in that has begun. `url` is for the browser, and the rest is for the redirect. */
export interface SignInAttempt {
  readonly url: URL;
  readonly state: string;
  readonly codeVerifier: string;
}

/**
 * Finds the authorization server of a service (RFC 9728, then OpenID discovery or RFC 8414). Registers a client (RFC
 * 7591) if no client ID is given.
 */
export async function prepareAuthorization(
  baseUrl: string,
  redirectUri: string,
  clientId: string | undefined,
  signal: AbortSignal,
): Promise<AuthorizationContext> {
  const discovered = await discoverAuthorizationServer(baseUrl, signal);
  if (discovered.server.authorization_endpoint === undefined) throw new SignInError('noSignInUrl');
  const client = { client_id: clientId ?? (await registerClient(discovered, redirectUri, signal)) };
  return { ...discovered, client, redirectUri };
}

/**
 * Creates the authorization URL for the authorization code flow with PKCE (S256). `isAdditionalAccount`: whether the
 * server must let the user choose an account, even if the browser already has a session.
 */
export async function beginSignIn(
  { server, client, redirectUri, resource }: AuthorizationContext,
  { isAdditionalAccount = false }: { readonly isAdditionalAccount?: boolean } = {},
): Promise<SignInAttempt> {
  if (server.authorization_endpoint === undefined) throw new SignInError('noSignInUrl');
  const state = oauth.generateRandomState();
  const codeVerifier = oauth.generateRandomCodeVerifier();
  const supportsOfflineAccess = server.scopes_supported?.includes('offline_access') ?? false;
  const url = new URL(server.authorization_endpoint);
  url.searchParams.set('client_id', client.client_id);
  url.searchParams.set('redirect_uri', redirectUri);
  url.searchParams.set('response_type', 'code');
  url.searchParams.set('scope', `openid email profile${supportsOfflineAccess ? ' offline_access' : ''}`);
  url.searchParams.set('resource', resource);
  url.searchParams.set('state', state);
  url.searchParams.set('code_challenge', await oauth.calculatePKCECodeChallenge(codeVerifier));
  url.searchParams.set('code_challenge_method', 'S256');
  const prompt = choosePrompt(server, isAdditionalAccount, supportsOfflineAccess);
  if (prompt !== '') url.searchParams.set('prompt', prompt);
  return { url, state, codeVerifier };
}

function choosePrompt(
  server: oauth.AuthorizationServer,
  isAdditionalAccount: boolean,
  supportsOfflineAccess: boolean,
): string {
  const supported = server['prompt_values_supported'];
  const isSupported = (value: string) => !Array.isArray(supported) || supported.includes(value);
  const values: string[] = [];
  if (isAdditionalAccount) values.push(isSupported('login') ? 'login' : 'select_account');
  if (supportsOfflineAccess) values.push('consent'); // Required by OpenID Connect Core §11.
  return values.filter(isSupported).join(' ');
}

/** Validates the redirect and exchanges its authorization code for a session. */
export async function finishSignIn(
  authorization: AuthorizationContext,
  attempt: SignInAttempt,
  redirectUrl: URL,
  origin: string,
  signal: AbortSignal,
): Promise<AuthSession> {
  const { server, isLocal, client, redirectUri, resource } = authorization;
  const parameters = readAuthorizationResponse(authorization, redirectUrl, attempt.state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    redirectUri,
    attempt.codeVerifier,
    { ...createOAuthOptions(isLocal, signal), additionalParameters: { resource } },
  );
  const clockAdjustedClient = createClockAdjustedClient(client.client_id, response);
  const tokens = await oauth
    .processAuthorizationCodeResponse(server, clockAdjustedClient, response)
    .catch(rethrowWithoutCause);
  const fields = toTokenFields(tokens);
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  const account = await fetchAccount(authorization, clockAdjustedClient, fields.accessToken, claims, signal);
  return {
    id: crypto.randomUUID(),
    kind: 'user',
    origin,
    account,
    generation: 0,
    createdAt: Date.now(),
    ...fields,
    ...(tokens.refresh_token !== undefined && {
      refresh: { token: tokens.refresh_token, issuer: server.issuer, clientId: client.client_id, resource },
    }),
  };
}

/**
 * Returns the parameters of the redirect. Throws if its state or its issuer (RFC 9207) isn't that of the attempt, or if
 * it contains an error.
 */
function readAuthorizationResponse(
  { server, client }: AuthorizationContext,
  redirectUrl: URL,
  state: string,
): URLSearchParams {
  try {
    return oauth.validateAuthResponse(server, client, redirectUrl, state);
  } catch (error) {
    return rethrowWithoutCause(error);
  }
}

/**
 * Refreshes the tokens of a session, without changing its generation. Afterwards, the old refresh token might be
 * invalid, even if this rejects. `classifyRefreshError` classifies the rejections.
 */
export async function refreshSession(session: AuthSession, signal?: AbortSignal): Promise<AuthSession> {
  if (!session.refresh) throw new SignInError('noSignInUrl');
  const { refresh, expiresAt: _, renewAt: __, ...unchanged } = session;
  const { token, issuer, clientId, resource } = refresh;
  const { server, isLocal } = await discoverServer(issuer, session.origin, signal);
  const response = await oauth.refreshTokenGrantRequest(
    server,
    { client_id: clientId },
    oauth.None(),
    token,
    { ...createOAuthOptions(isLocal, signal), additionalParameters: { resource } },
  );
  const clockAdjustedClient = createClockAdjustedClient(clientId, response);
  const tokens = await oauth
    .processRefreshTokenResponse(server, clockAdjustedClient, response)
    .catch(rethrowWithoutCause);
  const subject = oauth.getValidatedIdTokenClaims(tokens)?.sub;
  // OpenID Connect Core §12.2: the subject must not change. If the sign-in returned no ID token, the account ID can be
  // the issuer.
  const isSameAccount = subject === undefined || [subject, server.issuer].includes(session.account.id);
  if (!isSameAccount) throw new SignInError('invalidResponse');
  return {
    ...unchanged,
    ...toTokenFields(tokens),
    refresh: { ...refresh, token: tokens.refresh_token ?? token },
  };
}

/**
 * Revokes the tokens of a session (RFC 7009) if the authorization server supports that. If the promise rejects, a token
 * might still be valid.
 */
export async function revokeSession(session: AuthSession, signal?: AbortSignal): Promise<void> {
  if (!session.refresh) return; // The authorization server is unknown.
  const { token, issuer, clientId } = session.refresh;
  const { server, isLocal } = await discoverServer(issuer, session.origin, signal);
  if (server.revocation_endpoint === undefined) return;
  const revoke = async (value: string, hint: string) => {
    const response = await oauth.revocationRequest(server, { client_id: clientId }, oauth.None(), value, {
      ...createOAuthOptions(isLocal, signal),
      additionalParameters: { token_type_hint: hint },
    });
    await oauth.processRevocationResponse(response);
  };
  const revocations = [revoke(token, 'refresh_token'), revoke(session.accessToken, 'access_token')];
  // Both revocations are attempted, even if one fails.
  for (const result of await Promise.allSettled(revocations)) {
    if (result.status === 'rejected') rethrowWithoutCause(result.reason);
  }
}

type TokenFields = Pick<AuthSession, 'accessToken' | 'expiresAt' | 'renewAt'>;

/** Converts a token response. Times are those of this machine's clock, with which they're compared later. */
function toTokenFields({ access_token, token_type, expires_in }: oauth.TokenEndpointResponse): TokenFields {
  // The library also supports tokens that are bound to a key, which are never requested.
  if (token_type !== 'bearer') throw new SignInError('notOAuth');
  if (expires_in === undefined) return { accessToken: access_token };
  const now = Date.now();
  const lifetimeMs = expires_in * 1000;
  return { accessToken: access_token, expiresAt: now + lifetimeMs, renewAt: getRenewTime(now, lifetimeMs) };
}

/** Fetches the name of the account from userinfo, or else from the ID token. Never fails the sign-in. */
async function fetchAccount(
  { server, isLocal }: AuthorizationContext,
  client: oauth.Client,
  accessToken: string,
  claims: oauth.IDToken | undefined,
  signal: AbortSignal,
): Promise<AuthSession['account']> {
  const subject = claims?.sub;
  const info = {
    ...claims,
    ...(await fetchUserInfo({ server, isLocal }, client, accessToken, subject, signal)),
  };
  const labelParts = [info['name'], info['email']].filter((text) => typeof text === 'string' && text !== '');
  const label = labelParts.length === 2 ? `${labelParts[0]} (${labelParts[1]})` : labelParts[0];
  // Without an ID token, only userinfo identifies the user.
  const id = subject ?? info['sub'] ?? server.issuer;
  return { id, label: String(label ?? subject ?? new URL(server.issuer).host) };
}

async function fetchUserInfo(
  { server, isLocal }: DiscoveredServer,
  client: oauth.Client,
  accessToken: string,
  subject: string | undefined,
  signal: AbortSignal,
): Promise<oauth.UserInfoResponse | undefined> {
  if (server.userinfo_endpoint === undefined) return undefined;
  try {
    const options = createOAuthOptions(isLocal, signal);
    const response = await oauth.userInfoRequest(server, client, accessToken, options);
    return await oauth.processUserInfoResponse(server, client, subject ?? oauth.skipSubjectCheck, response);
  } catch {
    signal.throwIfAborted();
    return undefined; // Userinfo might reject a token that was issued for one resource.
  }
}
