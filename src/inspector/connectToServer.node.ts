import {
  Client,
  LATEST_PROTOCOL_VERSION,
  SdkHttpError,
  SSEClientTransport,
  SseError,
  StreamableHTTPClientTransport,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/client';
import { checkDepth } from './checkDepth.ts';
import { createGuardedFetch } from './guardedFetch.ts';
import { findErrorCode, isDnsErrorCode, isTlsErrorCode } from './httpExchange.ts';
import { maxTimerMs, rejectWhenAborted, withTimeLimit } from './idleTimeout.ts';
import type { ListedItem, ListKind, McpConnection, McpConnectionOptions } from './mcpConnection.ts';
import {
  createRequestSender,
  sendCall,
  sendCompletionRequest,
  sendListRequests,
  toSdkRequestOptions,
} from './mcpRequests.ts';
import { completeRequests, createFailedRequests } from './requestCompletion.ts';
import { withRawNumbers } from './schema/exactJson.ts';
import { isJsonObject } from './schema/json.ts';
import { expandTemplate } from './uriTemplate.ts';
import { createAdaptedFetch } from './wire/adaptedFetch.ts';
import { authorizedFetch } from './wire/authorizedFetch.ts';
import { readHandshake } from './wire/handshake.ts';
import { tolerateInitializedFailure } from './wire/initializedNotification.ts';
import { createMessageAdapter, type MessageAdapter } from './wire/messageAdapter.ts';

/** Milliseconds that a server has to answer `server/discover`. Older servers might not answer it at all. */
const probeMs = 5000;
/** Milliseconds that a server has to name its endpoint over SSE, which is the first that it sends. */
const endpointMs = 10_000;
/** Milliseconds that a server has to accept `notifications/initialized`. */
const initializedMs = 5000;
/** Milliseconds that a server has to end a session. */
const terminateMs = 2000;

/**
 * Milliseconds for one step of a connection, at most a third of the time that the connection has: a server that doesn't
 * respond to the step can still be tried in another way.
 */
const stepMs = (ms: number, { timeoutMs = maxTimerMs }: McpConnectionOptions): number =>
  Math.min(ms, timeoutMs / 3);

/**
 * Connects to an MCP server over streamable HTTP: first with `server/discover` of the newest protocol, then with `initialize`
 * of the protocols before it, and last over HTTP with SSE.
 */
export async function connectToServer(options: McpConnectionOptions): Promise<McpConnection> {
  const { signal } = options;
  let isGreeted = false;
  const onMessage: McpConnectionOptions['onMessage'] = (direction, message, text) => {
    isGreeted ||= message['method'] === 'initialize';
    options.onMessage(direction, message, text);
  };
  try {
    return await connectStreamable('auto', { ...options, onMessage }).catch((error: unknown) => {
      if (isGreeted || signal.aborted || !mayBeOlder(error)) throw error;
      return connectStreamable('legacy', options);
    });
  } catch (error) {
    if (!isPreStreamableServer(error) || signal.aborted) throw error;
    return connectSse(options, error);
  }
}

/** Whether a failed `server/discover` leaves it open that the server speaks an older protocol. */
function mayBeOlder(error: unknown): boolean {
  const code = findErrorCode(error);
  const isUnreachable = code === 'ECONNREFUSED' || isDnsErrorCode(code) || isTlsErrorCode(code);
  return !(error instanceof UnsupportedProtocolVersionError) && !isUnreachable;
}

/** A server of the first protocol doesn't support POST at its address. */
const isPreStreamableServer = (error: unknown): error is SdkHttpError =>
  error instanceof SdkHttpError && [400, 404, 405, 406, 410, 415, 422, 500, 501].includes(error.status);

async function connectStreamable(
  mode: 'auto' | 'legacy',
  options: McpConnectionOptions,
): Promise<McpConnection> {
  const { url, failed, wire, ...transportOptions } = createTransportOptions('http', options);
  const transport = new StreamableHTTPClientTransport(url, transportOptions);
  completeRequests(transport, failed);
  const client = await connectClient(transport, mode, options, wire);
  return createMcpConnection(client, 'http', transport, wire, () => transport.terminateSession());
}

/** `refusal`: the error of the newer transport, which is the one that helps where the address has no event stream. */
async function connectSse(options: McpConnectionOptions, refusal: SdkHttpError): Promise<McpConnection> {
  const { url, wire, ...transportOptions } = createTransportOptions('sse', options);
  const transport = new SSEClientTransport(url, transportOptions);
  const start = transport.start.bind(transport);
  let hasEndpoint = false;
  // The SDK waits without end for the endpoint, also after `close`.
  transport.start = async () => {
    try {
      await withTimeLimit(stepMs(endpointMs, options), options.signal, start);
      hasEndpoint = true;
    } catch (error) {
      throw isMissingEndpoint(error, refusal) ? new EventStreamError('ENDPOINT_MISSING') : refusal;
    }
  };
  // Each session has a stream of its own: without it, no response arrives any more.
  let lost: Error | undefined;
  transport.onerror = (error) => {
    if (lost || !(error instanceof SseError)) return;
    lost = error;
    void transport.close();
    options.onClosed?.(error);
  };
  const client = await connectClient(transport, 'legacy', options, wire).catch((error: unknown) => {
    throw hasEndpoint && lost ? new EventStreamError('STREAM_ENDED') : error;
  });
  if (lost) throw new EventStreamError('STREAM_ENDED');
  return createMcpConnection(client, 'sse', transport, wire);
}

/** An event stream without which a server can't be used. */
class EventStreamError extends Error {
  /** `ENDPOINT_MISSING`: the stream ended before it named an endpoint, or named one that can't be used. */
  readonly code: 'ENDPOINT_MISSING' | 'STREAM_ENDED';

  constructor(code: EventStreamError['code']) {
    super(code);
    this.code = code;
  }
}

/** Whether an event stream explains more than the refusal of a message: the server doesn't support POST at its address. */
function isMissingEndpoint(error: unknown, { status }: SdkHttpError): boolean {
  // An event stream that ends has no message.
  const isOfStream =
    error instanceof SseError ? error.event.message === undefined : findErrorCode(error) !== 'TimeoutError';
  return isOfStream && (status === 404 || status === 405);
}

function createTransportOptions(transport: 'http' | 'sse', options: McpConnectionOptions) {
  const url = new URL(options.url);
  const failed = createFailedRequests();
  const wire = createMessageAdapter(options.onMessage);
  const onFailed = failed.add;
  const wired = createAdaptedFetch(createGuardedFetch(url, { ...options, onFailed }), wire, {
    transport,
    onFailed,
  });
  const fetch = authorizedFetch(wired, options.authorization);
  const requestInit = { headers: { ...options.headers } };
  // The SDK would follow redirects within an origin. With this policy, it leaves them to `fetch`, which follows none.
  return { url, failed, wire, fetch, requestInit, redirectPolicy: 'follow' as const };
}

/** Connects a client over this transport. Closes it where that fails, and as soon as no one waits any more. */
export async function connectClient(
  transport: Transport,
  mode: 'auto' | 'legacy',
  options: McpConnectionOptions,
  wire: MessageAdapter,
): Promise<Client> {
  const { version, signal, onListChanged, onElicitationComplete, answer } = options;
  const changed = (kind: ListKind) => ({
    autoRefresh: false,
    debounceMs: 100,
    onChanged: () => onListChanged(kind),
  });
  const client = new Client(
    { name: 'hosted-mcp-servers', title: 'Hosted MCP Servers', version },
    {
      capabilities: { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} },
      versionNegotiation: { mode, probe: { timeoutMs: stepMs(probeMs, options) } },
      // Each change is asked for, and what it brings is shown.
      listChanged: { tools: changed('tool'), prompts: changed('prompt'), resources: changed('resource') },
    },
  );
  const ask =
    (kind: 'elicitation' | 'sampling' | 'roots') =>
    async (request: { params?: unknown }, context: { mcpReq: { signal: AbortSignal } }) => {
      const params = checkDepth(wire.takeContent(request.params));
      const asked = { kind, params: isJsonObject(params) ? params : {}, signal: context.mcpReq.signal };
      return wire.holdAnswer(kind, await answer(asked)) as never;
    };
  client.setRequestHandler('elicitation/create', ask('elicitation'));
  client.setRequestHandler('sampling/createMessage', ask('sampling'));
  client.setRequestHandler('roots/list', ask('roots'));
  client.setNotificationHandler('notifications/elicitation/complete', ({ params }) =>
    onElicitationComplete?.(params.elicitationId),
  );
  observeMessages(transport, wire);
  tolerateInitializedFailure(transport, stepMs(initializedMs, options), wire.problems);
  try {
    signal.throwIfAborted();
    // The SDK ignores the signal while it negotiates the protocol, and its own limit is shorter than that of some callers.
    await rejectWhenAborted(signal, client.connect(transport, { signal, timeout: maxTimerMs }));
  } catch (error) {
    void transport.close().catch(() => undefined);
    signal.throwIfAborted();
    throw error;
  }
  return client;
}

const supportedVersions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS;

/** Passes each message of the SDK through `wire`, and has the transport name the version that the server has chosen. */
function observeMessages(transport: Transport, wire: MessageAdapter): void {
  const send = transport.send.bind(transport);
  transport.send = (message, sendOptions) => send(wire.adaptSent(message), sendOptions);
  const setVersion = transport.setProtocolVersion?.bind(transport);
  if (!setVersion) return;
  transport.setProtocolVersion = (version) => {
    const chosen = readHandshake(wire.handshake, supportedVersions).protocolVersion;
    setVersion(version === LATEST_PROTOCOL_VERSION ? (chosen ?? version) : version);
  };
}

export function createMcpConnection(
  client: Client,
  transport: McpConnection['transport'],
  { sessionId }: Transport,
  wire: MessageAdapter,
  terminate?: () => Promise<void>,
): McpConnection {
  const { areCapabilitiesAssumed, protocolVersion, problems, ...handshake } = readHandshake(
    wire.handshake,
    supportedVersions,
  );
  wire.problems.unshift(...problems);
  const ask = createRequestSender(client, wire);
  return {
    transport,
    sessionId,
    ...handshake,
    problems: wire.problems,
    protocolVersion: protocolVersion ?? client.getNegotiatedProtocolVersion() ?? '',
    list: (kind, options) => sendListRequests(ask, kind, options, areCapabilitiesAssumed),
    call: async (wanted, options) => (await sendCall(ask, wanted, options)) as ListedItem,
    send: ({ method, params, isNotification }, options) => {
      const sent = params && { ...withRawNumbers(params) };
      if (!isNotification) return ask(method, sent, toSdkRequestOptions(options));
      const message = { method, ...(sent && { params: sent }) };
      return rejectWhenAborted(options.signal, client.notification(message));
    },
    expand: expandTemplate,
    complete: (completing, options) => sendCompletionRequest(ask, completing, options),
    async close() {
      const { signal } = new AbortController();
      // The server may be gone, or not support the end of a session.
      if (terminate) await withTimeLimit(terminateMs, signal, terminate).catch(() => undefined);
      await client.close().catch(() => undefined);
    },
  };
}
