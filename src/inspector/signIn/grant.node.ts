import {
  auth,
  exchangeAuthorization,
  type OAuthClientProvider,
  OAuthError,
  type OAuthTokens,
  RegistrationRejectedError,
  refreshAuthorization,
} from '@modelcontextprotocol/client';
import * as l10n from '@vscode/l10n';
import * as oauth from 'oauth4webapi';
import { isLoopback, isSafeUrl } from '../../api/baseUrl.ts';
import { SignInError } from '../../auth/errors.ts';
import { sendSignInRequest } from '../../auth/oauthRequest.ts';
import { getField, omitUndefined } from '../../fields.ts';
import type { Challenge } from './challenge.ts';
import { findAuthorizationServer, type OAuthDiscovery, readServerMetadata } from './discovery.ts';
import { omitEmptyJsonFields } from './emptyFields.ts';
import {
  createMissingFieldError,
  createOAuthResponseError,
  createWrongValueError,
  OAuthProtocolError,
} from './oauthErrors.ts';
import type { Grant } from './tokenStore.ts';

/** Time limit of discovery in milliseconds. */
const discoveryTimeoutMs = 5000;

/** Whether a server has sign-in metadata at well-known URLs, even if it isn't valid. Never rejects. */
export async function canDiscoverSignIn(url: string): Promise<boolean> {
  const limit = AbortSignal.timeout(discoveryTimeoutMs);
  return findAuthorizationServer(url, {}, createDiscoveryOptions(url, limit)).then(
    () => true,
    (error) => error instanceof OAuthProtocolError,
  );
}

const createDiscoveryOptions = (url: string, signal?: AbortSignal) => ({
  fetch: createSafeFetch(url, signal),
  allowsLocalHttp: isLoopbackServer(url),
});

/** A browser in which the user signs in. `authorize` opens `url`, and returns the redirect URL for this `state`. */
export interface BrowserFlow {
  readonly redirectUri: string;
  readonly signal: AbortSignal;
  authorize(request: { readonly url: URL; readonly state: string }): Promise<URL>;
}

/** Registers a client, and requests the user's grant with an authorization code and PKCE S256. */
export async function requestGrant(
  url: string,
  challenge: Challenge,
  { redirectUri, signal, authorize }: BrowserFlow,
): Promise<Grant> {
  const fetchFn = createSafeFetch(url, signal);
  const discovery = await findAuthorizationServer(url, challenge, createDiscoveryOptions(url, signal)).catch(
    rethrowOAuthError(signal),
  );
  const attempt = createClientProvider(redirectUri, discovery);
  // The SDK also compares this URL with the resource, but ignores the trailing slash.
  const serverUrl = discovery.resourceMetadata?.resource ?? url;
  const options = {
    serverUrl,
    ...omitUndefined({ scope: challenge.scope }),
    fetchFn,
    forceReauthorization: true,
  };
  await auth(attempt.provider, options).catch(rethrowOAuthError(signal, l10n.t('the registration response')));
  const { leadsTo: authorizationUrl, client, verifier, resource } = attempt.getResult();
  if (!isSafeUrl(authorizationUrl.href, isLoopbackServer(url))) throw new SignInError('insecure');
  const { searchParams: redirectParameters } = await authorize({
    url: authorizationUrl,
    state: attempt.state,
  });
  const metadata = discovery.authorizationServerMetadata;
  const iss = redirectParameters.get('iss') ?? undefined;
  checkAuthorizationResponse(redirectParameters, attempt.state, metadata);
  const tokens = await exchangeAuthorization(discovery.authorizationServerUrl, {
    ...omitUndefined({ metadata, iss, resource }),
    clientInformation: client,
    codeVerifier: verifier,
    redirectUri,
    fetchFn,
    authorizationCode: redirectParameters.get('code') ?? '',
  }).catch(rethrowOAuthError(signal, l10n.t('the token response')));
  // By RFC 6749 §5.1, the scope is absent if it's the requested one.
  const scope = tokens.scope ?? authorizationUrl.searchParams.get('scope') ?? undefined;
  return {
    server: discovery.authorizationServerUrl,
    client,
    ...omitUndefined({ resource, scope }),
    tokens: toTokens(tokens),
  };
}

/** Throws unless the redirect belongs to this request and contains a code. */
function checkAuthorizationResponse(
  parameters: URLSearchParams,
  state: string,
  metadata: OAuthDiscovery['authorizationServerMetadata'],
): void {
  const document = l10n.t('the authorization response');
  if (parameters.get('state') !== state)
    throw createWrongValueError(document, 'state', parameters.get('state') ?? '', state);
  // RFC 9207 requires this check before all others.
  const iss = parameters.get('iss');
  if (iss === null && metadata?.authorization_response_iss_parameter_supported === true) {
    throw createMissingFieldError(document, 'iss');
  }
  if (iss !== null && metadata && iss !== metadata.issuer) {
    throw createWrongValueError(document, 'iss', iss, metadata.issuer);
  }
  const error = parameters.get('error');
  if (error === 'access_denied') throw new SignInError('declinedByUser');
  if (error !== null)
    throw createOAuthResponseError('rejectedByServer', document, error, parameters.get('error_description'));
}

/** Creates a handler that throws an SDK error as an error with a text. `document`: the response that has the error. */
const rethrowOAuthError =
  (signal: AbortSignal, document = '') =>
  (error: unknown): never => {
    if (signal.aborted || error instanceof SignInError) throw error;
    if (error instanceof RegistrationRejectedError) throw createRegistrationError(error);
    if (error instanceof OAuthError)
      throw createOAuthResponseError('rejectedByServer', document, error.code, error.message);
    const name = getField(getField(getField(error, 'issues'), '0'), 'path');
    // The value can be a secret.
    if (Array.isArray(name)) throw createMissingFieldError(document, name.join('.'));
    throw new OAuthProtocolError('invalidResponse', l10n.t("{0} isn't a JSON object.", document));
  };

function createRegistrationError({ status, body }: RegistrationRejectedError): OAuthProtocolError {
  let rejection: unknown;
  try {
    rejection = JSON.parse(body);
  } catch {
    // The body might be an HTML page.
  }
  const error = getField(rejection, 'error') ?? '';
  if (error === '') {
    return new OAuthProtocolError(
      'registrationRejected',
      l10n.t('the client registration failed (status {0}).', status),
    );
  }
  const document = l10n.t('the registration response (status {0})', status);
  return createOAuthResponseError(
    'registrationRejected',
    document,
    error,
    getField(rejection, 'error_description'),
  );
}

/**
 * Returns the grant with new tokens; `undefined` if the authorization server rejects the refresh token. Rejects for
 * any other error.
 */
export async function renewGrant(url: string, grant: Grant): Promise<Grant | undefined> {
  const { server, client, resource, tokens } = grant;
  if (tokens?.refresh === undefined) return undefined;
  const fetchFn = createSafeFetch(url);
  try {
    const metadata = await readServerMetadata(server, createDiscoveryOptions(url));
    const renewed = await refreshAuthorization(server, {
      ...omitUndefined({ metadata, resource }),
      clientInformation: client,
      refreshToken: tokens.refresh,
      fetchFn,
    });
    return { ...grant, tokens: toTokens(renewed) };
  } catch (error) {
    if (error instanceof OAuthError && rejectedGrantCodes.includes(error.code)) return undefined;
    throw error;
  }
}

/** Revokes the tokens at the authorization server (RFC 7009), if it supports this. */
export async function revokeGrant(url: string, grant: Grant, signal: AbortSignal): Promise<void> {
  const { server, client, tokens } = grant;
  const fetchFn = createSafeFetch(url, signal);
  const metadata = await readServerMetadata(server, createDiscoveryOptions(url, signal));
  const endpoint: unknown = getField(metadata, 'revocation_endpoint');
  if (!metadata || typeof endpoint !== 'string' || !tokens) return;
  const authorizationServer = { issuer: metadata.issuer, revocation_endpoint: endpoint };
  const { client_secret: secret, token_endpoint_auth_method: method } = client;
  const clientAuthentication =
    typeof secret !== 'string' || method === 'none'
      ? oauth.None()
      : method === 'client_secret_post'
        ? oauth.ClientSecretPost(secret)
        : oauth.ClientSecretBasic(secret);
  const revoke = async (token: string, hint: string): Promise<void> => {
    const options = {
      [oauth.customFetch]: fetchFn,
      // `createSafeFetch` decides whether http is allowed.
      [oauth.allowInsecureRequests]: true,
      additionalParameters: { token_type_hint: hint },
    };
    const { client_id } = client;
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(authorizationServer, { client_id }, clientAuthentication, token, options),
    );
  };
  const { access, refresh } = tokens;
  // Both tokens are revoked, even if one request fails.
  await Promise.allSettled([
    ...(refresh === undefined ? [] : [revoke(refresh, 'refresh_token')]),
    revoke(access, 'access_token'),
  ]);
}

/** Error codes that reject the grant or its client (RFC 6749 §5.2). Other errors might be temporary. */
const rejectedGrantCodes: readonly string[] = ['invalid_grant', 'invalid_client', 'unauthorized_client'];

const toTokens = ({ access_token: access, refresh_token: refresh }: OAuthTokens) => ({
  access,
  ...omitUndefined({ refresh }),
});

type ClientInformation = NonNullable<Awaited<ReturnType<OAuthClientProvider['clientInformation']>>>;

/** Creates the client provider for the SDK, which collects data of one sign-in. Nothing is stored before the user agrees. */
function createClientProvider(redirectUri: string, discovery: OAuthDiscovery) {
  const state = crypto.randomUUID();
  let client: ClientInformation | undefined;
  let [verifier, resource]: (string | undefined)[] = [];
  let authorizationUrl: URL | undefined;
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
    discoveryState() {
      const metadata = discovery.authorizationServerMetadata;
      if (metadata && metadata.registration_endpoint === undefined) throw new SignInError('noClientId');
      return { ...discovery };
    },
    redirectToAuthorization(url) {
      authorizationUrl = url;
    },
  };
  return {
    state,
    provider,
    getResult() {
      if (!client || verifier === undefined || !authorizationUrl) throw new SignInError('noSignInUrl');
      return { client, verifier, leadsTo: authorizationUrl, resource };
    },
  };
}

/**
 * Creates the `fetch` of a sign-in: complete responses within a time limit, no redirects, HTTPS unless the server is
 * on this machine, and JSON without empty fields.
 */
function createSafeFetch(serverUrl: string, signal?: AbortSignal) {
  const mayBeLocal = isLoopbackServer(serverUrl);
  return async (input: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { href } = new URL(input);
    if (!isSafeUrl(href, mayBeLocal)) throw new SignInError('insecure');
    const headers = Object.fromEntries(new Headers(init.headers));
    const { method = 'GET', body } = init;
    return omitEmptyJsonFields(await sendSignInRequest('server', href, { method, headers, body }, signal));
  };
}

function isLoopbackServer(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && isLoopback(hostname);
}
