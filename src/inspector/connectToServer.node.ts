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
import { dnsErrorCodes, findErrorCode, tlsErrorCodes } from './httpExchange.ts';
import { maxTimerMs, rejectWhenAborted, withTimeLimit } from './idleTimeout.ts';
import type { ListedItem, ListKind, McpConnection, McpConnectionOptions } from './mcpConnection.ts';
import {
  createRequestSender,
  sendCall,
  sendCompletionRequest,
  sendListRequests,
  toSdkRequestOptions,
} from './mcpRequests.ts';
import { withRawNumbers } from './schema/exactJson.ts';
import { isJsonObject } from './schema/json.ts';
import { createResponseErrors, settleUnansweredRequests } from './unansweredRequests.ts';
import { expandTemplate } from './uriTemplate.ts';
import { createAdaptedFetch } from './wire/adaptedFetch.ts';
import { createAuthorizedFetch } from './wire/authorizedFetch.ts';
import { readHandshake } from './wire/handshake.ts';
import { tolerateInitializedFailure } from './wire/initializedNotification.ts';
import { createMessageAdapter, type MessageAdapter } from './wire/messageAdapter.ts';

/** Milliseconds to wait for the response to `server/discover`. Older servers might never respond. */
const probeMs = 5000;
/** Milliseconds to wait for the endpoint event, the first event of an HTTP+SSE stream. */
const endpointMs = 10_000;
/** Milliseconds to wait until the server accepts `notifications/initialized`. */
const initializedMs = 5000;
/** Milliseconds to wait until the server ends a session. */
const terminateMs = 2000;

/**
 * Returns the time limit of one step in milliseconds: at most a third of the total time, so that another method can
 * be tried if the server doesn't respond.
 */
const stepMs = (ms: number, { timeoutMs = maxTimerMs }: McpConnectionOptions): number =>
  Math.min(ms, timeoutMs / 3);

/**
 * Connects to an MCP server over streamable HTTP: with `server/discover` of the newest protocol, or else with
 * `initialize` of older protocols. Falls back to HTTP with SSE.
 */
export async function connectToServer(options: McpConnectionOptions): Promise<McpConnection> {
  const { signal } = options;
  let hasSentInitialize = false;
  const onMessage: McpConnectionOptions['onMessage'] = (direction, message, text) => {
    hasSentInitialize ||= message['method'] === 'initialize';
    options.onMessage(direction, message, text);
  };
  try {
    return await connectStreamable('auto', { ...options, onMessage }).catch((error: unknown) => {
      if (hasSentInitialize || signal.aborted || !mayBeOlder(error)) throw error;
      return connectStreamable('legacy', options);
    });
  } catch (error) {
    if (!isPreStreamableServer(error) || signal.aborted) throw error;
    return connectSse(options, error);
  }
}

/** Whether the server might support an older protocol, although `server/discover` failed. */
function mayBeOlder(error: unknown): boolean {
  const code = findErrorCode(error);
  const isUnreachable = code === 'ECONNREFUSED' || dnsErrorCodes.test(code) || tlsErrorCodes.test(code);
  return !(error instanceof UnsupportedProtocolVersionError) && !isUnreachable;
}

/** Whether the error shows that a server might not support streamable HTTP: it rejects POST requests at its URL. */
const isPreStreamableServer = (error: unknown): error is SdkHttpError =>
  error instanceof SdkHttpError && [400, 404, 405, 406, 410, 415, 422, 500, 501].includes(error.status);

async function connectStreamable(
  mode: 'auto' | 'legacy',
  options: McpConnectionOptions,
): Promise<McpConnection> {
  const { url, responseErrors, adapter, ...transportOptions } = createTransportOptions('http', options);
  const transport = new StreamableHTTPClientTransport(url, transportOptions);
  settleUnansweredRequests(transport, responseErrors);
  const client = await connectClient(transport, mode, options, adapter);
  return createMcpConnection(client, 'http', transport, adapter, () => transport.terminateSession());
}

/**
 * `rejection`: the error of the attempt over streamable HTTP. It's thrown if the URL has no event stream, because it's
 * more helpful.
 */
async function connectSse(options: McpConnectionOptions, rejection: SdkHttpError): Promise<McpConnection> {
  const { url, adapter, ...transportOptions } = createTransportOptions('sse', options);
  const transport = new SSEClientTransport(url, transportOptions);
  const start = transport.start.bind(transport);
  let hasEndpoint = false;
  // The SDK has no time limit for the endpoint event, and `close` doesn't end the wait.
  transport.start = async () => {
    try {
      await withTimeLimit(stepMs(endpointMs, options), options.signal, start);
      hasEndpoint = true;
    } catch (error) {
      throw isMissingEndpoint(error, rejection) ? new EventStreamError('ENDPOINT_MISSING') : rejection;
    }
  };
  // Responses arrive only on the event stream, so the session is lost when the stream ends.
  let streamError: Error | undefined;
  transport.onerror = (error) => {
    if (streamError || !(error instanceof SseError)) return;
    streamError = error;
    void transport.close();
    options.onClosed?.(error);
  };
  const client = await connectClient(transport, 'legacy', options, adapter).catch((error: unknown) => {
    throw hasEndpoint && streamError ? new EventStreamError('STREAM_ENDED') : error;
  });
  if (streamError) throw new EventStreamError('STREAM_ENDED');
  return createMcpConnection(client, 'sse', transport, adapter);
}

/** The event stream of HTTP with SSE can't be used. */
class EventStreamError extends Error {
  /** `ENDPOINT_MISSING`: the stream ended before its endpoint event, or the endpoint isn't valid. */
  readonly code: 'ENDPOINT_MISSING' | 'STREAM_ENDED';

  constructor(code: EventStreamError['code']) {
    super(code);
    this.code = code;
  }
}

/** Whether the error of the event stream is more helpful than the rejected POST request. */
function isMissingEndpoint(error: unknown, { status }: SdkHttpError): boolean {
  // The error event has no message if a stream ends.
  const isStreamError =
    error instanceof SseError ? error.event.message === undefined : findErrorCode(error) !== 'TimeoutError';
  return isStreamError && (status === 404 || status === 405);
}

function createTransportOptions(transport: 'http' | 'sse', options: McpConnectionOptions) {
  const url = new URL(options.url);
  const responseErrors = createResponseErrors();
  const adapter = createMessageAdapter(options.onMessage);
  const onResponseError = responseErrors.add;
  const adaptedFetch = createAdaptedFetch(createGuardedFetch(url, { ...options, onResponseError }), adapter, {
    transport,
    onResponseError,
  });
  const fetch = createAuthorizedFetch(adaptedFetch, options.authorization);
  const requestInit = { headers: { ...options.headers } };
  // The SDK would follow redirects within an origin. With this policy, it passes them to `fetch`, which follows none.
  return { url, responseErrors, adapter, fetch, requestInit, redirectPolicy: 'follow' as const };
}

/** Connects an SDK client over a transport. Closes the transport if this fails or the signal is aborted. */
export async function connectClient(
  transport: Transport,
  mode: 'auto' | 'legacy',
  options: McpConnectionOptions,
  adapter: MessageAdapter,
): Promise<Client> {
  const { version, signal, onListChanged, onElicitationComplete, answerRequest } = options;
  const createListChangedOptions = (kind: ListKind) => ({
    autoRefresh: false,
    debounceMs: 100,
    onChanged: () => onListChanged(kind),
  });
  const client = new Client(
    { name: 'hosted-mcp-servers', title: 'Hosted MCP Servers', version },
    {
      capabilities: { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} },
      versionNegotiation: { mode, probe: { timeoutMs: stepMs(probeMs, options) } },
      // The session reads the lists again, so the SDK must not do so.
      listChanged: {
        tools: createListChangedOptions('tool'),
        prompts: createListChangedOptions('prompt'),
        resources: createListChangedOptions('resource'),
      },
    },
  );
  const createRequestHandler =
    (kind: 'elicitation' | 'sampling' | 'roots') =>
    async (request: { params?: unknown }, context: { mcpReq: { signal: AbortSignal } }) => {
      const params = checkDepth(adapter.takeContent(request.params));
      const serverRequest = {
        kind,
        params: isJsonObject(params) ? params : {},
        signal: context.mcpReq.signal,
      };
      return adapter.storeAnswer(kind, await answerRequest(serverRequest)) as never;
    };
  client.setRequestHandler('elicitation/create', createRequestHandler('elicitation'));
  client.setRequestHandler('sampling/createMessage', createRequestHandler('sampling'));
  client.setRequestHandler('roots/list', createRequestHandler('roots'));
  client.setNotificationHandler('notifications/elicitation/complete', ({ params }) =>
    onElicitationComplete?.(params.elicitationId),
  );
  observeMessages(transport, adapter);
  tolerateInitializedFailure(transport, stepMs(initializedMs, options), adapter.problems);
  try {
    signal.throwIfAborted();
    // The SDK ignores the signal during negotiation, and its own time limit is too short for some callers.
    await rejectWhenAborted(signal, client.connect(transport, { signal, timeout: maxTimerMs }));
  } catch (error) {
    void transport.close().catch(() => undefined);
    signal.throwIfAborted();
    throw error;
  }
  return client;
}

const supportedVersions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS;

/** Passes each sent message through `adapter`, and sets the protocol version that the server selected. */
function observeMessages(transport: Transport, adapter: MessageAdapter): void {
  const send = transport.send.bind(transport);
  transport.send = (message, sendOptions) => send(adapter.adaptSent(message), sendOptions);
  const setVersion = transport.setProtocolVersion?.bind(transport);
  if (!setVersion) return;
  transport.setProtocolVersion = (version) => {
    const selectedVersion = readHandshake(adapter.handshake, supportedVersions).protocolVersion;
    setVersion(version === LATEST_PROTOCOL_VERSION ? (selectedVersion ?? version) : version);
  };
}

export function createMcpConnection(
  client: Client,
  transport: McpConnection['transport'],
  { sessionId }: Transport,
  adapter: MessageAdapter,
  terminate?: () => Promise<void>,
): McpConnection {
  const { areCapabilitiesAssumed, protocolVersion, problems, ...handshake } = readHandshake(
    adapter.handshake,
    supportedVersions,
  );
  adapter.problems.unshift(...problems);
  const sendRequest = createRequestSender(client, adapter);
  return {
    transport,
    sessionId,
    ...handshake,
    problems: adapter.problems,
    protocolVersion: protocolVersion ?? client.getNegotiatedProtocolVersion() ?? '',
    list: (kind, options) => sendListRequests(sendRequest, kind, options, areCapabilitiesAssumed),
    call: async (request, options) => (await sendCall(sendRequest, request, options)) as ListedItem,
    send: ({ method, params, isNotification }, options) => {
      const rawParams = params && { ...withRawNumbers(params) };
      if (!isNotification) return sendRequest(method, rawParams, toSdkRequestOptions(options));
      const message = { method, ...(rawParams && { params: rawParams }) };
      return rejectWhenAborted(options.signal, client.notification(message));
    },
    expand: expandTemplate,
    complete: (request, options) => sendCompletionRequest(sendRequest, request, options),
    async close() {
      const { signal } = new AbortController();
      // The server might be unreachable, or might not support the end of a session.
      if (terminate) await withTimeLimit(terminateMs, signal, terminate).catch(() => undefined);
      await client.close().catch(() => undefined);
    },
  };
}
