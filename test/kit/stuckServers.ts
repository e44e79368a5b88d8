import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** A JSON-RPC message that a test server received. Empty if the request had no body. */
export interface ReceivedMessage {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

export type Serve = (response: ServerResponse, received: ReceivedMessage, request: IncomingMessage) => void;

const events = { 'content-type': 'text/event-stream' };
const json = { 'content-type': 'application/json' };
const text = { 'content-type': 'text/plain' };

/** Sends a result as one JSON document. */
export const sendResult = (
  response: ServerResponse,
  { id }: ReceivedMessage,
  result: object,
  headers = {},
): void =>
  void response.writeHead(200, { ...json, ...headers }).end(JSON.stringify({ jsonrpc: '2.0', id, result }));

export const sendError = (response: ServerResponse, status: number, id: unknown, error: object): void =>
  void response.writeHead(status, json).end(JSON.stringify({ jsonrpc: '2.0', id, error }));

export const initializeResult = ({ params }: ReceivedMessage, capabilities: object = { tools: {} }) => ({
  protocolVersion: params?.['protocolVersion'],
  capabilities,
  serverInfo: { name: 'sample', version: '1' },
});

/** Writes a text again and again, until the client closes the connection. */
function writeRepeatedly(response: ServerResponse, piece: string): void {
  const timer = setInterval(() => response.write(piece), 10);
  response.once('close', () => clearInterval(timer));
}

const isGet = ({ method }: IncomingMessage): boolean => method === 'GET';

/** Servers on which a client must not wait longer than its time limit, by their fault. */
export const stuckServers: Readonly<Record<string, Serve>> = {
  'accepts the connection and never answers': () => undefined,
  'answers POST with 400 and GET with an idle event stream': (response, _, request) => {
    if (isGet(request)) response.writeHead(200, events).flushHeaders();
    else response.writeHead(400, text).end('Bad Request');
  },
  'answers POST with 404 and GET with endless comments': (response, _, request) => {
    if (isGet(request)) writeRepeatedly(response.writeHead(200, events), ': still here\n\n');
    else response.writeHead(404).end();
  },
  'answers POST with 405 and GET with events of other kinds': (response, _, request) => {
    if (isGet(request)) writeRepeatedly(response.writeHead(200, events), 'event: ping\ndata: {}\n\n');
    else response.writeHead(405).end();
  },
  'names an endpoint over SSE and never answers there': (response, _, request) => {
    if (isGet(request)) response.writeHead(200, events).write('event: endpoint\ndata: /message\n\n');
    else if (request.url === '/message') response.writeHead(202).end();
    else response.writeHead(404).end();
  },
  'sends headers and never a body': (response) => response.writeHead(200, json).flushHeaders(),
  'sends headers of an event stream and never an event': (response) =>
    response.writeHead(200, events).flushHeaders(),
  'sends a body one byte at a time': (response) => writeRepeatedly(response.writeHead(200, json), ' '),
  'sends endless comments': (response) =>
    writeRepeatedly(response.writeHead(200, events), ': still here\n\n'),
  'ends the event stream before the response': (response) =>
    response.writeHead(200, events).end(': that is all\n\n'),
  'closes the connection': (response) => response.destroy(),
  'redirects to itself': (response, _, { url }) => response.writeHead(307, { location: url }).end(),
  'accepts everything and never responds': (response) => response.writeHead(202).end(),
  'sends an error without an end': (response) => writeRepeatedly(response.writeHead(400, text), 'x'),
  'asks who it is without an end': (response) => writeRepeatedly(response.writeHead(401, text), 'x'),
  'fails without an end': (response) => writeRepeatedly(response.writeHead(500, text), 'x'),
};

/** The test that a server belongs to. The server stops when the test ends. */
export type AfterHook = Pick<TestContext, 'after'>;

/** Starts a test server on a free port, and records what it receives. */
export async function startServer(t: AfterHook, serve: Serve) {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    const body = (await request.toArray().catch(() => [])).join('');
    const message: ReceivedMessage = body === '' ? {} : JSON.parse(body);
    received.push(message.method ?? `${request.method}`);
    server.emit('received');
    serve(response, message, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    /** The methods of the received JSON-RPC messages, or the HTTP method of a request without a message. */
    received,
    /** Resolves once the server has received a message `count` times. */
    async waitForRequests(method: string, count = 1): Promise<void> {
      while (received.filter((one) => one === method).length < count) await once(server, 'received');
    },
  };
}
