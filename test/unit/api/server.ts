import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import {
  type Client,
  type ClientOptions,
  createClient,
  type RequestLogEntry,
} from '../../../src/api/client.ts';
import { type ApiError, isApiError } from '../../../src/api/errors.ts';

/** A received request. */
export interface Seen {
  readonly method: string;
  /** As sent, still encoded. */
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Handler = (response: ServerResponse, seen: Seen) => void;

export interface TestServer {
  readonly url: string;
  readonly seen: readonly Seen[];
  /** Sets the handlers of the next requests. The last one handles all further requests. */
  answer(...handlers: Handler[]): void;
}

/** Starts a service on the loopback interface, which responds with `{}` by default, and stops it after the test. */
export async function startServer(t: TestContext, ...answers: Handler[]): Promise<TestServer> {
  const seen: Seen[] = [];
  let handlers = answers.length > 0 ? answers : [json({})];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const one: Seen = {
      method: request.method ?? '',
      path,
      query: [...new URLSearchParams(query)],
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    };
    seen.push(one);
    const handler = handlers.length > 1 ? handlers.shift() : handlers[0];
    handler?.(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    seen,
    answer(...next) {
      handlers = next;
    },
  };
}

/** Responds with JSON. */
export function json(
  body: unknown,
  status = 200,
  headers: { readonly [name: string]: string } = {},
): Handler {
  return raw(JSON.stringify(body), status, { 'content-type': 'application/json', ...headers });
}

export function raw(body: string, status = 200, headers: { readonly [name: string]: string } = {}): Handler {
  return (response) => {
    response.writeHead(status, headers).end(body);
  };
}

/** Responds with the service's error envelope. */
export function envelope(status: number, code: string, data?: unknown, message = 'The message.'): Handler {
  return json({ defined: true, code, status, message, ...(data === undefined ? {} : { data }) }, status);
}

/** Closes the connection before the response. */
export const cut: Handler = (response) => {
  response.socket?.destroy();
};

/** Announces a longer body, and closes the connection. */
export const cutInside: Handler = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"logs": [', () => response.socket?.destroy());
};

/** Begins the response and never ends it. */
export const silenceInside: Handler = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"logs": [');
};

export interface TestClient {
  readonly client: Client;
  readonly log: RequestLogEntry[];
  /** The delays between attempts in ms. They aren't awaited. */
  readonly waits: number[];
}

/** Creates a client whose delays take no time, and whose clock advances only by them. */
export function testClient(baseUrl: string, options: Partial<ClientOptions> = {}): TestClient {
  const log: RequestLogEntry[] = [];
  const waits: number[] = [];
  let clock = Date.UTC(2026, 0, 1);
  const client = createClient({
    baseUrl,
    getToken: async () => 'the-token',
    logger: { logRequest: (entry) => log.push(entry) },
    ...options,
    timing: {
      now: () => clock,
      async sleep(ms) {
        waits.push(ms);
        clock += ms;
      },
      random: () => 0.5,
      ...options.timing,
    },
  });
  return { client, log, waits };
}

/** Starts a service with these responses, and creates a client for it. */
export async function serve(
  t: TestContext,
  ...answers: Handler[]
): Promise<TestClient & { readonly server: TestServer }> {
  const server = await startServer(t, ...answers);
  return { server, ...testClient(server.url) };
}

/** Returns the `ApiError` of a call that must fail. */
export async function errorOf(call: Promise<unknown>): Promise<ApiError> {
  try {
    await call;
  } catch (error) {
    if (isApiError(error)) return error;
    throw error;
  }
  throw new Error('The call succeeded.');
}
