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

/** Milliseconds for all documents that may say whether there is a sign-in. */
const discoveryTimeoutMs = 5000;

/** Whether documents at well-known places say how to sign in to a server, rightly or not. Never rejects. */
export async function canDiscoverSignIn(url: string): Promise<boolean> {
  const limit = AbortSignal.timeout(discoveryTimeoutMs);
  return findAuthorizationServer(url, {}, createDiscoveryOptions(url, limit)).then(
    () => true,
    (error) => error instanceof OAuthProtocolError,
  );
}

const createDiscoveryOptions = (url: string, signal?: AbortSignal) => ({
  fetch: createSafeFetch(url, signal),
  mayBeLocal: isLoopbackServer(url),
});

/** The browser on its way: it is sent to `url`, and the address that it came back with is for this `state`. */
export interface BrowserFlow {
  readonly redirectUri: string;
  readonly signal: AbortSignal;
  authorize(way: { readonly url: URL; readonly state: string }): Promise<URL>;
}

/** Registers a client, and has the person grant it access: authorization code with PKCE S256. */
export async function requestGrant(
  url: string,
  challenge: Challenge,
  { redirectUri, signal, authorize }: BrowserFlow,
): Promise<Grant> {
  const fetchFn = createSafeFetch(url, signal);
  const discovered = await findAuthorizationServer(url, challenge, createDiscoveryOptions(url, signal)).catch(
    rethrowOAuthError(signal),
  );
  const attempt = createClientProvider(redirectUri, discovered);
  // The SDK compares this with the resource, too, but without regard to its last slash.
  const serverUrl = discovered.resourceMetadata?.resource ?? url;
  const options = {
    serverUrl,
    ...omitUndefined({ scope: challenge.scope }),
    fetchFn,
    forceReauthorization: true,
  };
  await auth(attempt.provider, options).catch(rethrowOAuthError(signal, l10n.t('the registration response')));
  const { leadsTo, client, verifier, resource } = attempt.found();
  if (!isSafeUrl(leadsTo.href, isLoopbackServer(url))) throw new SignInError('insecure');
  const { searchParams: answer } = await authorize({ url: leadsTo, state: attempt.state });
  const metadata = discovered.authorizationServerMetadata;
  const iss = answer.get('iss') ?? undefined;
  checkAuthorizationResponse(answer, attempt.state, metadata);
  const tokens = await exchangeAuthorization(discovered.authorizationServerUrl, {
    ...omitUndefined({ metadata, iss, resource }),
    clientInformation: client,
    codeVerifier: verifier,
    redirectUri,
    fetchFn,
    authorizationCode: answer.get('code') ?? '',
  }).catch(rethrowOAuthError(signal, l10n.t('the token response')));
  // By RFC 6749 §5.1, the scope is absent where it's the one asked for.
  const scope = tokens.scope ?? leadsTo.searchParams.get('scope') ?? undefined;
  return {
    server: discovered.authorizationServerUrl,
    client,
    ...omitUndefined({ resource, scope }),
    tokens: toTokens(tokens),
  };
}

/** Throws unless the browser came back with the answer to this attempt, and with a code. */
function checkAuthorizationResponse(
  answer: URLSearchParams,
  state: string,
  metadata: OAuthDiscovery['authorizationServerMetadata'],
): void {
  const document = l10n.t('the authorization response');
  if (answer.get('state') !== state)
    throw createWrongValueError(document, 'state', answer.get('state') ?? '', state);
  // RFC 9207: before anything else of the answer is believed.
  const iss = answer.get('iss');
  if (iss === null && metadata?.authorization_response_iss_parameter_supported === true) {
    throw createMissingFieldError(document, 'iss');
  }
  if (iss !== null && metadata && iss !== metadata.issuer) {
    throw createWrongValueError(document, 'iss', iss, metadata.issuer);
  }
  const error = answer.get('error');
  if (error === 'access_denied') throw new SignInError('declined');
  if (error !== null)
    throw createOAuthResponseError('refused', document, error, answer.get('error_description'));
}

/** Throws an error of the SDK as a fault in words. `document`: the response that it's about. */
const rethrowOAuthError =
  (signal: AbortSignal, document = '') =>
  (error: unknown): never => {
    if (signal.aborted || error instanceof SignInError) throw error;
    if (error instanceof RegistrationRejectedError) throw createRegistrationError(error);
    if (error instanceof OAuthError)
      throw createOAuthResponseError('refused', document, error.code, error.message);
    const name = getField(getField(getField(error, 'issues'), '0'), 'path');
    // The value may be a secret.
    if (Array.isArray(name)) throw createMissingFieldError(document, name.join('.'));
    throw new OAuthProtocolError('untrusted', l10n.t("{0} isn't a JSON object.", document));
  };

function createRegistrationError({ status, body }: RegistrationRejectedError): OAuthProtocolError {
  let refusal: unknown;
  try {
    refusal = JSON.parse(body);
  } catch {
    // It may be a page.
  }
  const error = getField(refusal, 'error') ?? '';
  if (error === '') {
    return new OAuthProtocolError(
      'registrationRefused',
      l10n.t('the client registration failed (status {0}).', status),
    );
  }
  const document = l10n.t('the registration response (status {0})', status);
  return createOAuthResponseError(
    'registrationRefused',
    document,
    error,
    getField(refusal, 'error_description'),
  );
}

/** The same grant with new tokens; `undefined`: the authorization server refuses it. Else it rejects. */
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

/** Tells the authorization server that the tokens are no longer wanted (RFC 7009), if it takes that. */
export async function revokeGrant(url: string, grant: Grant, signal: AbortSignal): Promise<void> {
  const { server, client, tokens } = grant;
  const fetchFn = createSafeFetch(url, signal);
  const metadata = await readServerMetadata(server, createDiscoveryOptions(url, signal));
  const endpoint: unknown = getField(metadata, 'revocation_endpoint');
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
const rejectedGrantCodes: readonly string[] = ['invalid_grant', 'invalid_client', 'unauthorized_client'];

const toTokens = ({ access_token: access, refresh_token: refresh }: OAuthTokens) => ({
  access,
  ...omitUndefined({ refresh }),
});

type ClientInformation = NonNullable<Awaited<ReturnType<OAuthClientProvider['clientInformation']>>>;

/** What the SDK finds on its way to the browser. Nothing of it is kept before the person has agreed. */
function createClientProvider(redirectUri: string, discovered: OAuthDiscovery) {
  const state = crypto.randomUUID();
  let client: ClientInformation | undefined;
  let [verifier, resource]: (string | undefined)[] = [];
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
    discoveryState() {
      const metadata = discovered.authorizationServerMetadata;
      if (metadata && metadata.registration_endpoint === undefined) throw new SignInError('noClientId');
      return { ...discovered };
    },
    redirectToAuthorization(url) {
      leadsTo = url;
    },
  };
  return {
    state,
    provider,
    found() {
      if (!client || verifier === undefined || !leadsTo) throw new SignInError('noMetadata');
      return { client, verifier, leadsTo, resource };
    },
  };
}

/**
 * Returns the `fetch` of a sign-in: whole responses in time, no redirects, encrypted unless all of it is on this machine, and
 * JSON without empty fields.
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
