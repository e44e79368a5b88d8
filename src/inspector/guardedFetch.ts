import { TransportError } from './connectionErrors.ts';
import { limitBody, ResponseTooLargeError } from './limitBody.ts';
import type { McpConnectionOptions } from './mcpConnection.ts';
import { readCharset, replaceBody } from './responseBody.ts';
import { isInsufficientScope } from './signIn/challenge.ts';
import { readRejectionReason } from './wire/serverReason.ts';

interface GuardedFetchOptions extends Pick<McpConnectionOptions, 'onExchange' | 'authorization'> {
  /** Called if the response can't be read completely. `request`: the body of the request. */
  readonly onResponseError: (request: unknown, error: unknown) => void;
}

/**
 * Creates the `fetch` of a connection: it sends requests only to the origin of the server, follows no redirects,
 * reports each exchange, and limits the size of responses. For a stream that a GET request opens, the limit applies to
 * each event.
 */
export function createGuardedFetch(
  { origin }: URL,
  { onExchange, onResponseError, authorization }: GuardedFetchOptions,
) {
  return async (input: string | URL, init: RequestInit = {}): Promise<Response> => {
    const target = new URL(input);
    if (target.origin !== origin) throw new Error(`Not asked: ${target.origin} isn't the server's origin.`);
    const { method = 'GET' } = init;
    const start = performance.now();
    const createExchange = () => ({ method, durationMs: performance.now() - start });
    let response: Response;
    try {
      // Headers belong to one path of this origin, so redirects aren't followed, even if the SDK requests it.
      response = await fetch(target, { ...init, redirect: 'manual' });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      const transportError = new TransportError(error);
      onExchange({ ...createExchange(), errorCode: transportError.code });
      throw transportError;
    }
    const { status, headers } = response;
    const challenge = headers.get('www-authenticate') ?? '';
    const rejectionBody = response.ok ? undefined : await readRejectionBody(response);
    if (rejectionBody !== undefined && isInsufficientScope(response, rejectionBody))
      authorization?.onInsufficientScope?.(response);
    const reason = rejectionBody === undefined ? undefined : readRejectionReason(headers, rejectionBody);
    onExchange({
      ...createExchange(),
      status,
      contentType: headers.get('content-type')?.split(';')[0] ?? '',
      ...(challenge.includes('resource_metadata') && { hasResourceMetadata: true }),
      ...(reason && { reason }),
    });
    if (rejectionBody !== undefined) return replaceBody(response, rejectionBody);
    if (!response.body) return response;
    const toResponseError = (error: unknown): unknown => {
      if (init.signal?.aborted) return error;
      const responseError = error instanceof ResponseTooLargeError ? error : new TransportError(error);
      onResponseError(init.body, responseError);
      return responseError;
    };
    return replaceBody(response, limitBody(response.body, method === 'GET', toResponseError));
  };
}

/** Maximum length of a rejection body, in UTF-16 units. */
const maxRejectionLength = 200_000;
const rejectionTimeoutMs = 5000;

/**
 * Reads the body of an error response or a redirect. The body is truncated if it's too long or doesn't arrive in time.
 */
async function readRejectionBody({ body, headers }: Response): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream(readCharset(headers))).getReader();
  const timer = setTimeout(() => void reader?.cancel().catch(() => undefined), rejectionTimeoutMs);
  let text = '';
  try {
    while (reader && text.length < maxRejectionLength) {
      const { value, done } = await reader.read();
      if (done) return text;
      text += value;
    }
    void reader?.cancel().catch(() => undefined);
  } catch {
    // The part that arrived can still contain the reason.
  } finally {
    clearTimeout(timer);
  }
  return text.slice(0, maxRejectionLength);
}
