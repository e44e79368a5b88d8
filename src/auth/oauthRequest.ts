import * as oauth from 'oauth4webapi';
import { readBody } from '../api/body.ts';
import { SignInError } from './errors.ts';
import { logSignInRequest } from './signInLog.ts';

/** Whom a request of a sign-in goes to: the service itself, or its authorization server. */
export type SignInHost = 'service' | 'server';

/** For one request and its whole answer: no one waits longer for a server that hangs. */
const timeoutMs = 15_000;
/** Of an answer. The largest that are known, metadata with all extensions, have some KB. */
const maxBytes = 1024 * 1024;
/** Of what a clock may differ that we have compared with ours, in seconds. */
const clockToleranceS = 60;
const dayS = 86_400;

const unreachableReasons = { service: 'unreachable', server: 'serverUnreachable' } as const;
const problemReasons = { service: 'serviceProblem', server: 'serverProblem' } as const;

/**
 * Sends a request and reads the whole answer. Rejects with a `SignInError` when there is none in time or it is a
 * failure of its own, and with the reason of `signal` when that is aborted. A redirect is an answer like any other:
 * it is never followed, since what is sent may be a credential.
 */
export async function sendSignInRequest(
  target: SignInHost,
  url: string,
  { method = 'GET', headers, body = null }: SignInRequestOptions,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  const request = { operation: `signIn.${target}`, method, url, startedAt: performance.now() };
  const both = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
  const response = await fetchWhole(url, { method, headers, body, redirect: 'manual', signal: both })
    .catch(() => {
      logSignInRequest(request);
      signal?.throwIfAborted();
      throw new SignInError(unreachableReasons[target]);
    })
    .finally(() => clearTimeout(timer));
  logSignInRequest({
    ...request,
    status: response.status,
    code: response.ok ? undefined : await readErrorCode(response),
  });
  if (isTemporaryStatus(response.status)) throw new SignInError(problemReasons[target], response.status);
  return response;
}

/** Of OAuth (RFC 6749 §5.2), if it has the form of one. */
async function readErrorCode(response: Response): Promise<string | undefined> {
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

/** Says nothing of what was asked, only that it can't be answered now (RFC 9110 §15.5.9, §15.6; RFC 6585 §4). */
function isTemporaryStatus(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

/** Now, so that a body that is cut off isn't taken for one that is wrong. One that is too large is taken for none. */
async function fetchWhole(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  // A browser hides what a redirect says.
  if (response.type === 'opaqueredirect') return new Response(null, { status: 302 });
  const { status, headers } = response;
  const text = (await readBody(response, maxBytes))?.text;
  return new Response(text || null, { status: Math.min(status, 599), headers });
}

/** How the OAuth library is to ask an authorization server. With `isLocal`, plain http will do. */
export function createOAuthOptions(isLocal: boolean, signal: AbortSignal | undefined) {
  return {
    [oauth.allowInsecureRequests]: isLocal,
    [oauth.customFetch]: (url: string, init: SignInRequestOptions) =>
      sendSignInRequest('server', url, init, signal),
  };
}

/**
 * The client as one whose clock goes as that of who answered just now (RFC 9110 §6.6.1): this machine's may be wrong by
 * hours. An answer that hides its `Date` is believed for a day; its ID token has come straight from its issuer.
 */
export function createClockAdjustedClient(clientId: string, response: Response): oauth.Client {
  const date = Date.parse(response.headers.get('Date') ?? '');
  const isKnown = !Number.isNaN(date);
  return {
    client_id: clientId,
    [oauth.clockSkew]: isKnown ? Math.round((date - Date.now()) / 1000) : 0,
    [oauth.clockTolerance]: isKnown ? clockToleranceS : dayS,
  };
}
