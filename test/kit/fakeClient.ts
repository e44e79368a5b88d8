import { type Client, createClient } from '../../src/api/client.ts';

/** A request that the client sent. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  /** The method and the path, such as `POST /v1/projects`. */
  readonly request: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Creates a client of the service whose requests get responses from a function, without delays between
 * retries. `nth` counts the requests from 1.
 */
export function createFakeClient(
  respond: (sent: SentRequest, nth: number) => Response | Promise<Response>,
): Client & { readonly sent: readonly SentRequest[] } {
  const sent: SentRequest[] = [];
  const client = createClient({
    baseUrl: 'https://api.example.com',
    getToken: async () => 'token',
    fetch: async (input, init) => {
      const method = init?.method ?? 'GET';
      const path = new URL(String(input)).pathname;
      const body = JSON.parse(String(init?.body ?? '{}'));
      const sentRequest = { method, path, request: `${method} ${path}`, body };
      sent.push(sentRequest);
      return respond(sentRequest, sent.length);
    },
    timing: { sleep: async () => undefined },
  });
  return { ...client, sent };
}

export const listRequests = (sent: readonly SentRequest[]): readonly string[] =>
  sent.map(({ request }) => request);

export const jsonResponse = (value: unknown, status = 200): Response => Response.json(value, { status });

export const notFoundResponse = (): Response =>
  jsonResponse({ defined: true, code: 'NOT_FOUND', status: 404, message: 'Not Found' }, 404);

/** Fails like `fetch` when the connection is lost. */
export const failConnection = (code = 'ECONNRESET'): never => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('cut'), { code }) });
};
