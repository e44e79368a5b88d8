import { omitUndefined } from '../fields.ts';
import type { HttpMethod } from './operation.ts';
import { readBody } from './readBody.ts';

/** One request, which is sent without retries. */
interface ExchangeOptions {
  readonly url: string;
  /**
   * The origin of `url`. A redirect is followed only for GET and within this origin, so that no other origin receives the
   * headers.
   */
  readonly origin: string;
  readonly method: HttpMethod;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | undefined;
  readonly fetch: typeof globalThis.fetch;
  /** The time limit until the response begins. */
  readonly responseTimeoutMs: number;
  /** The time limit for each further chunk of the response. */
  readonly idleTimeoutMs: number;
  /** The time limit for the whole response after its beginning. */
  readonly bodyTimeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * The result of an exchange. `ok` is true for a complete response with any status, even an error, and for an error
 * response whose body was lost, whose `text` is empty. `status` is absent if no response began, and for a redirect whose
 * status the browser hides. `message` contains no texts of the request or the response, only the origin of a redirect.
 */
export type ExchangeResult =
  | {
      readonly ok: true;
      readonly status: number;
      readonly headers: Headers;
      readonly text: string;
      readonly bytes: number;
    }
  | {
      readonly ok: false;
      readonly kind: 'network' | 'timeout' | 'canceled' | 'unexpectedResponse';
      readonly message: string;
      readonly code?: string | undefined;
      readonly status?: number | undefined;
    };

const maxRedirects = 5;
const maxBodyBytes = 64 * 1024 * 1024;

/** Sends a request and reads the whole response. Never rejects. */
export async function exchange(options: ExchangeOptions): Promise<ExchangeResult> {
  const timer = createExchangeTimer(options.signal);
  let response: Response | undefined;
  try {
    timer.startIdleTimeout(options.responseTimeoutMs);
    const result = await fetchFollowingRedirects(options, timer.signal);
    if ('failure' in result) return result.failure;
    response = result.response;
    timer.startTotalTimeout(options.bodyTimeoutMs);
    const body = await readBody(response, maxBodyBytes, () => timer.startIdleTimeout(options.idleTimeoutMs));
    if (body === undefined) return createTooLargeResult(response.status);
    return { ok: true, status: response.status, headers: response.headers, ...body };
  } catch (error) {
    if (options.signal?.aborted) return { ok: false, kind: 'canceled', message: 'Canceled.' };
    // If the rest of an error response is lost, its status is enough.
    if (response && response.status >= 400) {
      return { ok: true, status: response.status, headers: response.headers, text: '', bytes: 0 };
    }
    const status = response?.status;
    if (timer.hasTimedOut()) {
      return { ok: false, kind: 'timeout', message: 'The service did not answer in time.', status };
    }
    return {
      ok: false,
      kind: 'network',
      message: 'The connection failed.',
      code: findSystemCode(error),
      status,
    };
  } finally {
    timer.dispose();
  }
}

/** A response, or the failure if a redirect wasn't followed. */
type FollowResult = { readonly response: Response } | { readonly failure: ExchangeResult };

async function fetchFollowingRedirects(options: ExchangeOptions, signal: AbortSignal): Promise<FollowResult> {
  let url = options.url;
  for (let hops = 0; ; hops += 1) {
    const response = await options.fetch(url, {
      method: options.method,
      headers: options.headers,
      redirect: 'manual',
      credentials: 'omit',
      signal,
      ...omitUndefined({ body: options.body }),
    });
    if (!isRedirect(response)) return { response };
    const target = getRedirectTarget(response, url);
    await response.body?.cancel();
    if (target?.origin !== options.origin || options.method !== 'GET' || hops === maxRedirects) {
      return { failure: createRedirectResult(response.status, target) };
    }
    url = target.href;
  }
}

// In a browser, a redirect has only the type `opaqueredirect`, and the status 0.
function isRedirect(response: Response): boolean {
  return response.type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(response.status);
}

function getRedirectTarget(response: Response, from: string): URL | undefined {
  const location = response.headers.get('location');
  return location !== null && URL.canParse(location, from) ? new URL(location, from) : undefined;
}

function createRedirectResult(status: number, target: URL | undefined): ExchangeResult {
  // `origin` is the string "null" for schemes without an origin.
  const destination = target && target.origin !== 'null' ? target.origin : 'another address';
  return {
    ok: false,
    kind: 'unexpectedResponse',
    code: 'REDIRECTED',
    message: `The service redirects to ${destination}. This redirect wasn't followed.`,
    status: status === 0 ? undefined : status,
  };
}

function createTooLargeResult(status: number): ExchangeResult {
  return { ok: false, kind: 'unexpectedResponse', message: 'The answer is larger than 64 MB.', status };
}

interface ExchangeTimer {
  readonly signal: AbortSignal;
  /** Aborts the exchange after `ms`, unless this function is called again or the timer is disposed first. */
  startIdleTimeout(ms: number): void;
  /** Aborts the exchange after `ms`, unless the timer is disposed first. */
  startTotalTimeout(ms: number): void;
  hasTimedOut(): boolean;
  dispose(): void;
}

function createExchangeTimer(outerSignal: AbortSignal | undefined): ExchangeTimer {
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  let idleTimer: ReturnType<typeof setTimeout> | undefined;
  let totalTimer: ReturnType<typeof setTimeout> | undefined;
  let hasExpired = false;
  const expire = (): void => {
    hasExpired = true;
    abort();
  };
  outerSignal?.addEventListener('abort', abort);
  if (outerSignal?.aborted) abort();
  return {
    signal: stop.signal,
    startIdleTimeout(ms) {
      clearTimeout(idleTimer);
      idleTimer = setTimeout(expire, ms);
    },
    startTotalTimeout(ms) {
      totalTimer = setTimeout(expire, ms);
    },
    hasTimedOut: () => hasExpired,
    dispose() {
      clearTimeout(idleTimer);
      clearTimeout(totalTimer);
      outerSignal?.removeEventListener('abort', abort);
    },
  };
}

/**
 * Returns a system code such as `ECONNREFUSED` from the chain of causes. Messages of the causes aren't used, because
 * they can quote the request.
 */
export function findSystemCode(error: unknown): string | undefined {
  let current = error;
  for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth += 1) {
    const code: unknown = Reflect.get(current, 'code');
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,50}$/.test(code)) return code;
    current = Reflect.get(current, 'cause');
  }
  return undefined;
}
