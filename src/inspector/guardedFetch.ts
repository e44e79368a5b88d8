import { limited } from './limitedBody.ts';
import type { LinkOptions } from './link.ts';
import { systemCode } from './trace.ts';

interface Guarded extends Pick<LinkOptions, 'onExchange'> {
  /** The answer to this request was cut off. */
  readonly onCut: (request: unknown) => void;
}

/**
 * The `fetch` of a link: asks one origin only, notes each exchange without what may be a secret, and reads no answer
 * without end. A stream that a GET opens has no end by design.
 */
export function guardedFetch({ origin }: URL, { onExchange, onCut }: Guarded) {
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
    const { status, headers } = response;
    const challenge = headers.get('www-authenticate') ?? '';
    onExchange({
      ...{ ...took(), status, contentType: headers.get('content-type')?.split(';')[0] ?? '' },
      ...(challenge.includes('resource_metadata') && { namesSignIn: true }),
    });
    return limited(response, method === 'GET', () => onCut(init.body));
  };
}
