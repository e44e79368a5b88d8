import { field } from '../fields.ts';
import { limited } from './limitedBody.ts';
import type { LinkOptions } from './link.ts';
import { hasSession, readSessionLost } from './sessionLost.ts';
import { isScopeInsufficient } from './signIn/challenge.ts';
import { systemCode } from './trace.ts';

interface Guarded extends Pick<LinkOptions, 'onExchange' | 'authorization'> {
  /** The answer to this request was cut off. */
  readonly onCut: (request: unknown) => void;
}

/**
 * The `fetch` of a link: asks one origin only, notes each exchange without what may be a secret, and reads no answer
 * without end. A stream that a GET opens has no end by design.
 */
export function guardedFetch({ origin }: URL, { onExchange, onCut, authorization }: Guarded) {
  return async (input: string | URL, init: RequestInit = {}): Promise<Response> => {
    const target = new URL(input);
    if (target.origin !== origin) throw new Error(`Not asked: ${target.origin} isn't the server's origin.`);
    const { method = 'GET' } = init;
    const start = performance.now();
    const took = () => ({ method, durationMs: performance.now() - start });
    let response: Response;
    try {
      // Headers go to this origin and nowhere else.
      response = await fetch(target, { redirect: 'error', ...init });
    } catch (error) {
      if (!init.signal?.aborted) onExchange({ ...took(), failure: systemCode(error) });
      throw error;
    }
    const { status, headers, ok } = response;
    if (isScopeInsufficient(response)) authorization?.onInsufficientScope?.(response);
    const challenge = headers.get('www-authenticate') ?? '';
    onExchange({
      ...{ ...took(), status, contentType: headers.get('content-type')?.split(';')[0] ?? '' },
      ...(challenge.includes('resource_metadata') && { namesSignIn: true }),
    });
    if (ok && method === 'POST' && !isRequest(init.body)) {
      // Some servers open a stream here, and the SDK would wait for its end.
      void response.body?.cancel().catch(() => undefined);
      return new Response(null, { status, headers });
    }
    const read = limited(response, method === 'GET' && ok, () => onCut(init.body));
    if (ok || !hasSession(target, init.headers) || headers.has('www-authenticate')) return read;
    const lost = readSessionLost(read, await read.clone().text());
    if (lost) throw lost;
    return read;
  };
}

/** Whether a message, as it was sent, is to be answered: it isn't a notification or a response. */
function isRequest(body: unknown): boolean {
  const messages: readonly unknown[] = [JSON.parse(String(body ?? null))].flat();
  return messages.some((one) => field(one, 'method') !== undefined && field(one, 'id') !== undefined);
}
