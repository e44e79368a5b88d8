import type { LinkOptions } from './link.ts';
import { systemCode } from './trace.ts';

/** Bytes of one answer at most: more is no answer that a person reads. */
const answerLimit = 64_000_000;

/** Why an answer was cut off. */
export class AnswerTooLong extends Error {
  readonly code = 'ANSWER_TOO_LONG';
}

/**
 * The `fetch` of a link: asks one origin only, notes each exchange without what may be a secret, and reads no answer
 * without end. A stream that a GET opens has no end by design, and no limit.
 */
export function guardedFetch({ origin }: URL, { onExchange }: Pick<LinkOptions, 'onExchange'>) {
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
    return method === 'GET' ? response : limited(response);
  };
}

/** The same answer; its body fails at the limit. */
function limited(response: Response): Response {
  const { body, status, statusText, headers } = response;
  if (!body) return response;
  let size = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > answerLimit) controller.error(new AnswerTooLong());
      else controller.enqueue(chunk);
    },
  });
  const read = new Response(body.pipeThrough(counting), { status, statusText, headers });
  Object.defineProperty(read, 'url', { value: response.url });
  return read;
}
