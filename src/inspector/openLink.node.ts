import {
  Client,
  type ProgressCallback,
  type RequestOptions,
  SdkHttpError,
  SSEClientTransport,
  SseError,
  StreamableHTTPClientTransport,
  type Transport,
  UnsupportedProtocolVersionError,
  UriTemplate,
} from '@modelcontextprotocol/client';
import * as z from 'zod/mini';
import { defined } from '../fields.ts';
import { callTask } from './callTask.ts';
import { checkDepth } from './depth.ts';
import { cutRequests, endRequests } from './endRequests.ts';
import { guardedFetch } from './guardedFetch.ts';
import type { Call, CallOptions, Link, LinkOptions, Offered, OfferKind } from './link.ts';
import type { RpcMessage } from './messageLog.ts';
import { isNameCode, isTlsCode, systemCode } from './trace.ts';
import { forever, untilAborted, withTimeLimit } from './waitLimit.ts';

/** Of a request that a person wrote: what comes is shown as it is. */
const anyResult = z.unknown();

/** Milliseconds that a server has to answer `server/discover`. Older servers might not answer it at all. */
const probeMs = 5000;
/** Milliseconds that a server has to name its endpoint over SSE, which is the first that it sends. */
const endpointMs = 10_000;
/** Milliseconds that a server has to end a session. */
const terminateMs = 2000;

/**
 * Connects to an MCP server over streamable HTTP: first with `server/discover` of the newest protocol, then with `initialize`
 * of the protocols before it, and last over HTTP with SSE.
 */
export async function openLink(options: LinkOptions): Promise<Link> {
  const { signal } = options;
  let isGreeted = false;
  const onMessage: LinkOptions['onMessage'] = (direction, message) => {
    isGreeted ||= message['method'] === 'initialize';
    options.onMessage(direction, message);
  };
  try {
    return await openStreamable('auto', { ...options, onMessage }).catch((error: unknown) => {
      if (isGreeted || signal.aborted || !mayBeOlder(error)) throw error;
      return openStreamable('legacy', options);
    });
  } catch (error) {
    if (!isFirstProtocol(error) || signal.aborted) throw error;
    // The error of the newer transport is the one that helps.
    return openSse(options).catch(() => Promise.reject(error));
  }
}

/** Whether a failed `server/discover` leaves it open that the server speaks an older protocol. */
function mayBeOlder(error: unknown): boolean {
  const code = systemCode(error);
  const isUnreachable = code === 'ECONNREFUSED' || isNameCode(code) || isTlsCode(code);
  return !(error instanceof UnsupportedProtocolVersionError) && !isUnreachable;
}

/** A server of the first protocol doesn't support POST at its address. */
const isFirstProtocol = (error: unknown): boolean =>
  error instanceof SdkHttpError && [400, 404, 405, 406, 415].includes(error.status);

async function openStreamable(mode: 'auto' | 'legacy', options: LinkOptions): Promise<Link> {
  const { url, ...transportOptions } = transportOptionsFor(options);
  const transport = new StreamableHTTPClientTransport(url, transportOptions);
  endRequests(transport, transportOptions.cut);
  const client = await connect(transport, mode, options);
  return linkOf(client, 'http', transport, () => transport.terminateSession());
}

async function openSse(options: LinkOptions): Promise<Link> {
  const { url, ...transportOptions } = transportOptionsFor(options);
  const transport = new SSEClientTransport(url, transportOptions);
  const start = transport.start.bind(transport);
  // The SDK waits without end for the endpoint, also after `close`.
  transport.start = () => withTimeLimit(endpointMs, options.signal, start);
  const client = await connect(transport, 'legacy', options);
  // Each session has a stream of its own: without it, no response arrives any more.
  client.onerror = (lost) => {
    if (!(lost instanceof SseError)) return;
    client.onerror = () => undefined;
    void client.close();
    options.onClosed?.(lost);
  };
  return linkOf(client, 'sse', transport);
}

function transportOptionsFor(options: LinkOptions) {
  const url = new URL(options.url);
  const cut = cutRequests();
  const fetch = guardedFetch(url, { ...options, onCut: cut.add });
  const requestInit = { headers: { ...options.headers } };
  return { url, cut, fetch, requestInit, ...defined({ authProvider: options.authorization }) };
}

/** Connects a client over this transport. Closes it where that fails, and as soon as no one waits any more. */
export async function connect(
  transport: Transport,
  mode: 'auto' | 'legacy',
  { version, signal, onMessage, onListChanged, onVisited, answer }: LinkOptions,
): Promise<Client> {
  const changed = (kind: OfferKind) => ({
    autoRefresh: false,
    debounceMs: 100,
    onChanged: () => onListChanged(kind),
  });
  const client = new Client(
    { name: 'hosted-mcp-servers', title: 'Hosted MCP Servers', version },
    {
      capabilities: { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} },
      versionNegotiation: { mode, probe: { timeoutMs: probeMs } },
      // Each change is asked for, and what it brings is shown.
      listChanged: { tools: changed('tool'), prompts: changed('prompt'), resources: changed('resource') },
    },
  );
  const ask =
    (kind: 'elicitation' | 'sampling' | 'roots') =>
    async (request: { params?: unknown }, context: { mcpReq: { signal: AbortSignal } }) =>
      (await answer({
        kind,
        params: checkDepth(request.params ?? {}) as Offered,
        signal: context.mcpReq.signal,
      })) as never;
  client.setRequestHandler('elicitation/create', ask('elicitation'));
  client.setRequestHandler('sampling/createMessage', ask('sampling'));
  client.setRequestHandler('roots/list', ask('roots'));
  client.setNotificationHandler('notifications/elicitation/complete', ({ params }) =>
    onVisited?.(params.elicitationId),
  );
  listenTo(transport, onMessage);
  try {
    signal.throwIfAborted();
    // The SDK ignores the signal while it negotiates the protocol, and its own limit is shorter than that of some callers.
    await untilAborted(signal, client.connect(transport, { signal, timeout: forever }));
  } catch (error) {
    void transport.close().catch(() => undefined);
    signal.throwIfAborted();
    throw error;
  }
  return client;
}

/** The SDK calls what listens already before it reads a message itself. */
function listenTo(transport: Transport, onMessage: LinkOptions['onMessage']): void {
  const send = transport.send.bind(transport);
  transport.send = (message, sendOptions) => {
    onMessage('sent', message as unknown as RpcMessage);
    return send(message, sendOptions);
  };
  const { onmessage } = transport;
  transport.onmessage = (message, extra) => {
    onMessage('received', message as unknown as RpcMessage);
    onmessage?.(message, extra);
  };
}

export function linkOf(
  client: Client,
  transport: Link['transport'],
  { sessionId }: Transport,
  terminate?: () => Promise<void>,
): Link {
  const server = client.getServerVersion();
  return {
    transport,
    protocolVersion: client.getNegotiatedProtocolVersion() ?? '',
    sessionId,
    server: server && { name: server.name, version: server.version, ...defined({ title: server.title }) },
    instructions: client.getInstructions(),
    capabilities: client.getServerCapabilities() ?? {},
    list: async (kind, options) =>
      checkDepth(await list(client, kind, options)) as unknown as readonly Offered[],
    call: async (call, options) => checkDepth(await send(client, call, options)) as unknown as Offered,
    async send({ method, params, isNotification }, options) {
      const message = { method, ...(params && { params: { ...params } }) };
      if (isNotification) return untilAborted(options.signal, client.notification(message));
      return checkDepth(await client.request(message, anyResult, requestOptions(options)));
    },
    expand: (template, values) => new UriTemplate(template).expand({ ...values }),
    async complete({ of, argument, value, others }, options) {
      const ref =
        of.kind === 'prompt'
          ? ({ type: 'ref/prompt', name: of.name } as const)
          : ({ type: 'ref/resource', uri: of.uri } as const);
      const context = { arguments: { ...others } };
      const { completion } = await client.complete(
        { ref, argument: { name: argument, value }, context },
        requestOptions(options),
      );
      return completion.values;
    },
    async close() {
      const { signal } = new AbortController();
      // The server may be gone, or not support the end of a session.
      if (terminate) await withTimeLimit(terminateMs, signal, terminate).catch(() => undefined);
      await client.close().catch(() => undefined);
    },
  };
}

async function list(client: Client, kind: OfferKind, options: CallOptions): Promise<readonly object[]> {
  const asked = { ...requestOptions(options), cacheMode: 'refresh' } as const;
  switch (kind) {
    case 'tool':
      return (await client.listTools(undefined, asked)).tools;
    case 'resource':
      return (await client.listResources(undefined, asked)).resources;
    case 'template':
      return (await client.listResourceTemplates(undefined, asked)).resourceTemplates;
    case 'prompt':
      return (await client.listPrompts(undefined, asked)).prompts;
  }
}

function send(client: Client, call: Call, options: CallOptions): Promise<object> {
  switch (call.kind) {
    case 'tool': {
      const { name, args } = call;
      if (call.isTask) {
        return callTask(client, { name, arguments: { ...args } }, requestOptions(options), options);
      }
      // What it answers is compared with its output schema where it's shown: the SDK would keep it to itself.
      const toolDefinition = { name, inputSchema: { type: 'object' } } as const;
      return client.callTool(
        { name, arguments: { ...args } },
        { ...requestOptions(options), toolDefinition },
      );
    }
    case 'prompt':
      return client.getPrompt({ name: call.name, arguments: { ...call.args } }, requestOptions(options));
    case 'resource':
      return client.readResource({ uri: call.uri }, { ...requestOptions(options), cacheMode: 'bypass' });
  }
}

function requestOptions({ signal, timeoutMs, onProgress }: CallOptions): RequestOptions {
  const onprogress: ProgressCallback = ({ progress, total, message }) =>
    onProgress?.({ done: progress, ...defined({ total, message }) });
  return { signal, timeout: timeoutMs, resetTimeoutOnProgress: true, ...(onProgress && { onprogress }) };
}
