import { limited } from './limitedBody.ts';
import type { LinkOptions } from './link.ts';
import { isScopeInsufficient } from './signIn/challenge.ts';
import { systemCode } from './trace.ts';
import { readServerWords } from './wire/serverWords.ts';

interface Guarded extends Pick<LinkOptions, 'onExchange' | 'authorization'> {
  /** The answer to this request was cut off. */
  readonly onCut: (request: unknown) => void;
}

/**
 * The `fetch` of a link: asks one origin only, notes each exchange, and reads no answer
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
    const { status, headers } = response;
    if (isScopeInsufficient(response)) authorization?.onInsufficientScope?.(response);
    const challenge = headers.get('www-authenticate') ?? '';
    const refusal = response.ok ? undefined : await readRefusal(response);
    const words = refusal === undefined ? undefined : readServerWords(refusal);
    onExchange({
      ...{ ...took(), status, contentType: headers.get('content-type')?.split(';')[0] ?? '' },
      ...(challenge.includes('resource_metadata') && { namesSignIn: true }),
      ...(words && { words }),
    });
    if (refusal !== undefined) return refusalOf(response, refusal);
    return limited(response, method === 'GET', () => onCut(init.body));
  };
}

/** UTF-16 units of a refusal that are read, and milliseconds in which they have to come. */
const longestRefusal = 200_000;
const refusalMs = 5000;

/** The body of a response that refuses a request; cut where it is too long, or doesn't end. */
async function readRefusal({ body }: Response): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  const timer = setTimeout(() => void reader?.cancel().catch(() => undefined), refusalMs);
  let text = '';
  try {
    while (reader && text.length < longestRefusal) {
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
  return text.slice(0, longestRefusal);
}

function refusalOf({ status, statusText, headers, url }: Response, text: string): Response {
  const refusal = new Response(status === 304 ? null : text, { status, statusText, headers });
  Object.defineProperty(refusal, 'url', { value: url });
  return refusal;
}
