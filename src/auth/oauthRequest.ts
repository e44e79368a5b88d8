import * as oauth from 'oauth4webapi';
import { readBody } from '../api/readBody.ts';
import { SignInError } from './errors.ts';
import { logSignInRequest } from './signInLog.ts';

/** The recipient of a sign-in request: the service itself, or its authorization server. */
export type SignInRequestTarget = 'service' | 'server';

/** The time limit in milliseconds for a request and its whole response. */
const requestTimeoutMs = 15_000;
/** Maximum size of a response in bytes. The largest known responses, metadata with all extensions, have a few KB. */
const maxResponseBytes = 1024 * 1024;
/** The permitted deviation of times in an ID token, in seconds, if the server's clock is known. */
const clockToleranceSeconds = 60;
const daySeconds = 86_400;

const unreachableReasons = {
  service: 'serviceOrServerUnreachable',
  server: 'authorizationServerUnreachable',
} as const;
const failureReasons = { service: 'serviceFailed', server: 'authorizationServerFailed' } as const;

/**
 * Sends a request and reads the whole response. Rejects with a `SignInError` if there is no response in time or the
 * server fails, and with the reason of `signal` if that is aborted. Redirects are returned and never followed, because
 * the request might contain a credential.
 */
export async function sendSignInRequest(
  target: SignInRequestTarget,
  url: string,
  { method = 'GET', headers, body = null }: SignInRequestOptions,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), requestTimeoutMs);
  const request = { operation: `signIn.${target}`, method, url, startedAt: performance.now() };
  const combinedSignal = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
  const response = await fetchWhole(url, {
    method,
    headers,
    body,
    redirect: 'manual',
    signal: combinedSignal,
  })
    .catch(() => {
      logSignInRequest(request);
      signal?.throwIfAborted();
      throw new SignInError(unreachableReasons[target]);
    })
    .finally(() => clearTimeout(timer));
  logSignInRequest({
    ...request,
    status: response.status,
    code: response.ok ? undefined : await readOAuthErrorCode(response),
  });
  if (isTemporaryStatus(response.status)) throw new SignInError(failureReasons[target], response.status);
  return response;
}

/** Returns the OAuth error code (RFC 6749 §5.2) if the response has one. */
async function readOAuthErrorCode(response: Response): Promise<string | undefined> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const code: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'error') : undefined;
  return typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? code : undefined;
}

interface SignInRequestOptions {
  readonly method?: string;
  readonly headers: Record<string, string>;
  readonly body?: RequestInit['body'] | undefined;
}

/** Whether the server can't respond at the moment (RFC 9110 §15.5.9, §15.6; RFC 6585 §4). */
function isTemporaryStatus(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

/**
 * Fetches the whole response, so that a truncated body is an error of the connection. A body that is too large is
 * replaced by an empty one.
 */
async function fetchWhole(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  // Browsers hide the status of a redirect.
  if (response.type === 'opaqueredirect') return new Response(null, { status: 302 });
  const { status, headers } = response;
  const text = (await readBody(response, maxResponseBytes))?.text;
  return new Response(text || null, { status: Math.min(status, 599), headers });
}

/** Creates the options of the OAuth library for requests to an authorization server. `isLocal` permits plain HTTP. */
export function createOAuthOptions(isLocal: boolean, signal: AbortSignal | undefined) {
  return {
    [oauth.allowInsecureRequests]: isLocal,
    [oauth.customFetch]: (url: string, init: SignInRequestOptions) =>
      sendSignInRequest('server', url, init, signal),
  };
}

/**
 * Creates a client that uses the clock in the `Date` header of the response (RFC 9110 §6.6.1), because this machine's
 * clock can be wrong by hours. Without this header, tolerates a deviation of a day, which is safe because the ID token
 * comes directly from its issuer.
 */
export function createClockAdjustedClient(clientId: string, response: Response): oauth.Client {
  const date = Date.parse(response.headers.get('Date') ?? '');
  const hasDate = !Number.isNaN(date);
  return {
    client_id: clientId,
    [oauth.clockSkew]: hasDate ? Math.round((date - Date.now()) / 1000) : 0,
    [oauth.clockTolerance]: hasDate ? clockToleranceSeconds : daySeconds,
  };
}
