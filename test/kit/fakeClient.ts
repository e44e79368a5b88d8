import { type Client, createClient } from '../../src/api/client.ts';

/** What the client sent. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  /** Both: `POST /path`. */
  readonly request: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A client on answers made here, which waits for nothing. */
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

/** The connection is lost. */
export const failConnection = (code = 'ECONNRESET'): never => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('cut'), { code }) });
};
