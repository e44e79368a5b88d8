import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import {
  ClientRequest,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { LookupFunction } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReplayedRequest } from '../requests/replay.ts';
import { checkPath } from './checkTunnel.node.ts';
import { appendToBody, decodeBody, type Exchange, type ForwardFailure, startExchange } from './exchange.ts';
import {
  createLocalHeaders,
  findHeader,
  isEventStream,
  listHeaders,
  removeConnectionHeaders,
} from './forwardedHeaders.ts';
import { createJsonRpcFailure } from './jsonRpcFailure.ts';
import { keepEventStreamAlive } from './keepEventStreamAlive.node.ts';

/** Time until the local server must accept a connection, in milliseconds. */
const connectTimeoutMs = 5000;
/** Time for the rest of a request body after the local server didn't accept the request, in milliseconds. */
const bodyTimeoutMs = 1000;
const maxHeaderBytes = 64_000;

export interface ForwarderOptions {
  /** The port of the local server on `localhost`. */
  readonly localPort: number;
  /**
   * Whether the beginnings of response bodies are kept. Those of request bodies always are until the end of the exchange,
   * because an error response contains the ID of the JSON-RPC request.
   */
  readonly keepsBodies: () => boolean;
  /** Called when an exchange starts, and after each change. */
  readonly onExchange: (exchange: Exchange) => void;
  /** Returns the text of an error for the client of the tunnel. */
  readonly describeFailure: (failure: ForwardFailure) => string;
  readonly connectTimeoutMs?: number;
  /** The ID of the last exchange of an earlier forwarder. Default: 0. */
  readonly lastId?: number;
  /** The text with which the forwarder itself answers a request for `checkPath`. */
  readonly checkToken: string;
}

/** Forwards the HTTP requests that arrive on sockets to the local server. Doesn't listen on a port. */
export interface Forwarder {
  /** Takes over a socket on which HTTP/1.1 requests arrive. */
  accept(socket: Duplex): void;
  /** Number of requests that have arrived from the tunnel host. */
  readonly requestCount: number;
  /** Whether all sockets carry an open request, so that a further request waits at the tunnel host. */
  readonly isBusy: boolean;
  /** Whether a valid request has arrived on a socket. */
  hasServed(socket: Duplex): boolean;
  /** Sends a request to the local server as if it had arrived on a socket. Its response is only in its exchange. */
  replay(request: ReplayedRequest): void;
  /** Ends an open exchange without the rest of its response. */
  cancel(id: number): void;
  /** Closes all sockets and requests. */
  close(): void;
}

/**
 * Creates a forwarder. Bodies are streamed in both directions, so that an event of an event stream isn't delayed, and
 * the memory for a body is limited. There is no time limit for a response.
 */
export function createForwarder(options: ForwarderOptions): Forwarder {
  let { lastId = 0 } = options;
  let isClosed = false;
  const openResponses = new Map<number, ServerResponse>();
  const sockets = new Set<Duplex>();
  const servedSockets = new WeakSet<Duplex>();
  const busySockets = new Set<Duplex>();
  /** The IDs of the first exchanges, by the sockets on which their requests are sent again. */
  const replays = new WeakMap<Duplex, number>();
  let requestCount = 0;
  const server: Server = createServer({
    keepAliveTimeout: 0,
    requestTimeout: 0,
    maxHeaderSize: maxHeaderBytes,
    noDelay: true,
  });
  server.timeout = 0;
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    if (isClosed) return void socket.destroy();
    if (!replays.has(socket)) requestCount++;
    servedSockets.add(socket);
    busySockets.add(socket);
    response.once('close', () => busySockets.delete(socket));
    if (request.url === checkPath) return void response.end(options.checkToken);
    const id = ++lastId;
    openResponses.set(id, response);
    response.once('close', () => openResponses.delete(id));
    void forward(request, response, { id, replayOf: replays.get(socket) }, options);
  };
  server.on('request', handle);
  server.on('checkContinue', handle);
  const accept = (socket: Duplex): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    server.emit('connection', socket);
  };
  return {
    accept,
    replay({ replayOf, method, path, headers, body }) {
      const [client, socket] = duplexPair();
      replays.set(socket, replayOf);
      accept(socket);
      const createConnection = (): Duplex => client;
      // Unlike the `http.request` of editors, it uses the connection.
      new ClientRequest({ method, path, headers: [...headers], setHost: false, createConnection })
        .once('response', (response) => response.resume().once('close', () => client.destroy()))
        // The exchange has the failure.
        .on('error', () => client.destroy())
        .end(body);
    },
    get requestCount() {
      return requestCount;
    },
    get isBusy() {
      return busySockets.size >= sockets.size;
    },
    hasServed: (socket) => servedSockets.has(socket),
    cancel: (id) => void openResponses.get(id)?.destroy(),
    close() {
      isClosed = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { id, replayOf }: { readonly id: number; readonly replayOf: number | undefined },
  options: ForwarderOptions,
): Promise<void> {
  const { method = 'GET', url: path = '/', rawHeaders } = request;
  let exchange = startExchange({
    id,
    startedAt: Date.now(),
    method,
    path,
    requestHeaders: rawHeaders,
    ...(replayOf !== undefined && { replayOf }),
  });
  const update = (change: Partial<Exchange>): void => {
    exchange = { ...exchange, ...change };
    options.onExchange(exchange);
  };
  update({});
  request.on('data', (chunk: Buffer) =>
    update({ requestBody: appendToBody(exchange.requestBody, chunk, true) }),
  );
  request.pause();
  const fail = async (failure: ForwardFailure): Promise<void> => {
    await sendFailure(
      { request, response, failure, readBody: () => decodeBody(exchange.requestBody) },
      options,
    );
    update({ status: response.statusCode, failure, endedAt: Date.now() });
  };
  // A server that doesn't support another protocol can ignore `Upgrade`, but a client of WebSocket would then wait.
  if (/websocket/i.test(findHeader(rawHeaders, 'upgrade') ?? '')) return fail('upgrade');

  const outgoing = sendToLocalServer(request, options);
  const hasAborted = new Promise<'aborted'>((resolve) => {
    response.once('close', () => {
      if (!response.writableFinished) resolve('aborted');
    });
  });
  const answer = await Promise.race([receiveResponse(outgoing, response), hasAborted]);
  if (typeof answer === 'string') {
    outgoing.destroy();
    return answer === 'aborted' ? update({ failure: answer, endedAt: Date.now() }) : fail(answer);
  }
  answer.on('data', (chunk: Buffer) =>
    update({ responseBody: appendToBody(exchange.responseBody, chunk, options.keepsBodies()) }),
  );
  const responseHeaders = removeConnectionHeaders(answer.rawHeaders);
  update({ status: answer.statusCode ?? 0, responseHeaders });
  const failure = await copyResponse(answer, response, responseHeaders);
  outgoing.destroy();
  // Clients end an event stream by closing the connection.
  const isFailure = failure && !(failure === 'aborted' && isEventStream(responseHeaders));
  update({ endedAt: Date.now(), ...(isFailure && { failure }) });
}

/**
 * Sends the request to the local server, with a connection of its own, so that no request is sent twice. Doesn't use
 * `http.request`, because editors replace it to support proxies.
 */
function sendToLocalServer(
  request: IncomingMessage,
  { localPort, connectTimeoutMs: timeoutMs }: ForwarderOptions,
) {
  const { method, url: path, rawHeaders } = request;
  const outgoing = new ClientRequest({
    host: 'localhost',
    port: localPort,
    method,
    path,
    headers: createLocalHeaders(rawHeaders, `localhost:${localPort}`),
    setHost: false,
    agent: false,
    lookup: lookupLocalhost,
    maxHeaderSize: maxHeaderBytes,
  });
  outgoing.setNoDelay(true);
  outgoing.once('socket', (socket) => {
    const timer = setTimeout(() => outgoing.destroy(connectTimeoutError), timeoutMs ?? connectTimeoutMs);
    socket.once('connect', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  });
  copyRequestBody(request, outgoing);
  return outgoing;
}

let localAddresses: Promise<LookupAddress[]> | undefined;

/** Looks up `localhost` only once, because a lookup takes longer than the connection, and the addresses don't change. */
const lookupLocalhost: LookupFunction = (_, { all }, callback) => {
  localAddresses ??= lookup('localhost', { all: true });
  localAddresses.then(
    (addresses) => {
      const [{ address, family } = { address: '127.0.0.1', family: 4 }] = addresses;
      if (all) callback(null, addresses);
      else callback(null, address, family);
    },
    (error: NodeJS.ErrnoException) => {
      localAddresses = undefined;
      callback(error, '');
    },
  );
};

const connectTimeoutError = new Error('The local server did not accept the connection in time.');

/**
 * Copies the body and its trailers. Doesn't use `pipeline`, because that would close the connection of the client after
 * an error of the local server, so that the client would get no response.
 */
function copyRequestBody(request: IncomingMessage, outgoing: ClientRequest): void {
  const hasBody =
    request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined;
  if (!hasBody) return void outgoing.end();
  request.pipe(outgoing, { end: false });
  request.once('end', () => {
    if (request.rawTrailers.length > 0)
      outgoing.addTrailers([...listHeaders(request.rawTrailers)].map(copyPair));
    outgoing.end();
  });
  const discardRest = (): void => void request.unpipe(outgoing).resume();
  outgoing.once('error', discardRest).once('close', discardRest);
}

const copyPair = ([name, value]: readonly [string, string]): [string, string] => [name, value];

/** Resolves with the response of the local server once its headers have arrived, or with a failure. */
function receiveResponse(
  outgoing: ClientRequest,
  response: ServerResponse,
): Promise<IncomingMessage | ForwardFailure> {
  let isConnected = false;
  outgoing.once('socket', (socket) => socket.once('connect', () => (isConnected = true)));
  outgoing.on('continue', () => response.writeContinue());
  return new Promise((resolve) => {
    outgoing.once('response', resolve);
    // Also after the response began: an error without a listener would end the extension host.
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (error === connectTimeoutError || (!isConnected && error.code === 'ETIMEDOUT')) resolve('timeout');
      else resolve(isConnected ? 'incomplete' : 'refused');
    });
  });
}

/** Copies the response to the client. Resolves with a failure if it isn't complete. */
async function copyResponse(
  answer: IncomingMessage,
  response: ServerResponse,
  headers: readonly string[],
): Promise<ForwardFailure | undefined> {
  response.sendDate = false;
  response.writeHead(answer.statusCode ?? 0, answer.statusMessage, [...headers]);
  response.flushHeaders();
  const stopKeepingAlive = keepEventStreamAlive(answer, response);
  try {
    await pipeline(answer, response, { end: false });
    if (answer.rawTrailers.length > 0)
      response.addTrailers([...listHeaders(answer.rawTrailers)].map(copyPair));
    response.end();
    return undefined;
  } catch {
    const failure = answer.complete || response.destroyed ? 'aborted' : 'incomplete';
    // The client must not take the part for a complete response.
    response.destroy();
    return failure;
  } finally {
    stopKeepingAlive();
  }
}

const failureStatuses: Readonly<Record<ForwardFailure, number>> = {
  refused: 502,
  incomplete: 502,
  aborted: 502,
  timeout: 504,
  upgrade: 501,
};

interface FailedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly failure: ForwardFailure;
  readonly readBody: () => string;
}

/** Sends an error response: a JSON-RPC error to a JSON-RPC request, or else a text. */
async function sendFailure(
  { request, response, failure, readBody }: FailedRequest,
  { describeFailure }: ForwarderOptions,
): Promise<void> {
  const text = describeFailure(failure);
  const isJson = /\bjson\b/i.test(request.headers['content-type'] ?? '');
  if (isJson && request.headers.expect === undefined) await waitForBody(request);
  request.resume();
  const jsonRpc = isJson ? createJsonRpcFailure(readBody(), text) : undefined;
  const body = Buffer.from(jsonRpc ?? `${text}\n`);
  response.writeHead(failureStatuses[failure], {
    'Content-Type': jsonRpc === undefined ? 'text/plain; charset=utf-8' : 'application/json',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
  });
  response.end(body);
}

/** Waits until the body has arrived, so that its JSON-RPC ID is known. Ends after `bodyTimeoutMs`. */
async function waitForBody(request: IncomingMessage): Promise<void> {
  if (request.complete && request.readableEnded) return;
  request.resume();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, bodyTimeoutMs);
    request.once('end', resolve).once('close', resolve);
    request.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
  });
}
