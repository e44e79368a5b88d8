import { limitBody, ResponseTooLargeError } from './limitBody.ts';
import type { McpConnectionOptions } from './mcpConnection.ts';
import { readCharset, replaceBody } from './responseBody.ts';
import { isInsufficientScope } from './signIn/challenge.ts';
import { TransportError } from './transportError.ts';
import { readRefusalReason } from './wire/serverReason.ts';

interface GuardedFetchOptions extends Pick<McpConnectionOptions, 'onExchange' | 'authorization'> {
  /** The response to a request can't be read to its end. `request`: its body. */
  readonly onFailed: (request: unknown, error: unknown) => void;
}

/**
 * The `fetch` of a link: asks one origin only, follows no redirect, notes each exchange, and reads no answer
 * without end. A stream that a GET opens has no end by design.
 */
export function createGuardedFetch(
  { origin }: URL,
  { onExchange, onFailed, authorization }: GuardedFetchOptions,
) {
  return async (input: string | URL, init: RequestInit = {}): Promise<Response> => {
    const target = new URL(input);
    if (target.origin !== origin) throw new Error(`Not asked: ${target.origin} isn't the server's origin.`);
    const { method = 'GET' } = init;
    const start = performance.now();
    const took = () => ({ method, durationMs: performance.now() - start });
    let response: Response;
    try {
      // Headers belong to one path of this origin, so a redirect is a refusal, whatever the SDK asks for.
      response = await fetch(target, { ...init, redirect: 'manual' });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      const fault = new TransportError(error);
      onExchange({ ...took(), errorCode: fault.code });
      throw fault;
    }
    const { status, headers } = response;
    const challenge = headers.get('www-authenticate') ?? '';
    const refusal = response.ok ? undefined : await readRejectionBody(response);
    if (refusal !== undefined && isInsufficientScope(response, refusal))
      authorization?.onInsufficientScope?.(response);
    const reason = refusal === undefined ? undefined : readRefusalReason(headers, refusal);
    onExchange({
      ...took(),
      status,
      contentType: headers.get('content-type')?.split(';')[0] ?? '',
      ...(challenge.includes('resource_metadata') && { hasResourceMetadata: true }),
      ...(reason && { reason }),
    });
    if (refusal !== undefined) return replaceBody(response, refusal);
    if (!response.body) return response;
    const failed = (error: unknown): unknown => {
      if (init.signal?.aborted) return error;
      const fault = error instanceof ResponseTooLargeError ? error : new TransportError(error);
      onFailed(init.body, fault);
      return fault;
    };
    return replaceBody(response, limitBody(response.body, method === 'GET', failed));
  };
}

/** UTF-16 units of a refusal that are read, and milliseconds in which they have to come. */
const maxRejectionLength = 200_000;
const rejectionTimeoutMs = 5000;

/** The body of a response that refuses a request; cut where it is too long, or doesn't end. */
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
    // It broke off: what has come may tell enough.
  } finally {
    clearTimeout(timer);
  }
  return text.slice(0, maxRejectionLength);
}
