import {
  Client,
  type ProgressCallback,
  type RequestOptions,
  SdkHttpError,
  SSEClientTransport,
  SseError,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import * as z from 'zod/mini';
import { defined } from '../fields.ts';
import { callTask } from './callTask.ts';
import { cutRequests, endRequests } from './endRequests.ts';
import { guardedFetch } from './guardedFetch.ts';
import type { Call, CallOptions, Link, LinkOptions, Offered, OfferKind } from './link.ts';
import type { RpcMessage } from './messageLog.ts';
import { expandTemplate } from './uriTemplate.ts';

/** Of a request that a person wrote: what comes is shown as it is. */
const anyResult = z.unknown();

/** An MCP server over streamable HTTP in the newest protocol or the one before; over SSE where it is old. */
export async function openLink(options: LinkOptions): Promise<Link> {
  const url = new URL(options.url);
  const cut = cutRequests();
  const fetch = guardedFetch(url, { ...options, onCut: cut.add });
  const transportOptions = {
    ...{ fetch, requestInit: { headers: { ...options.headers } } },
    ...defined({ authProvider: options.authorization }),
  };
  const streamable = new StreamableHTTPClientTransport(url, transportOptions);
  endRequests(streamable, cut);
  try {
    const client = await connect(streamable, 'auto', options);
    return linkOf(client, 'http', streamable, () => streamable.terminateSession());
  } catch (error) {
    if (!isOldServer(error) || options.signal.aborted) throw error;
    try {
      const sse = new SSEClientTransport(url, transportOptions);
      const client = await connect(sse, 'legacy', options);
      // A stream of its own has each session: without it, no answer comes any more.
      client.onerror = (lost) => {
        if (!(lost instanceof SseError)) return;
        client.onerror = () => undefined;
        void client.close();
        options.onClosed?.(lost);
      };
      return linkOf(client, 'sse', sse);
    } catch {
      // What the newer transport said is what helps.
      throw error;
    }
  }
}

/** A server of the first protocol knows no POST at its address. */
const isOldServer = (error: unknown): boolean =>
  error instanceof SdkHttpError && [400, 404, 405, 406, 415].includes(error.status);

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
      versionNegotiation: { mode },
      // Each change is asked for, and what it brings is shown.
      listChanged: { tools: changed('tool'), prompts: changed('prompt'), resources: changed('resource') },
    },
  );
  const ask =
    (kind: 'elicitation' | 'sampling' | 'roots') =>
    async (request: { params?: unknown }, context: { mcpReq: { signal: AbortSignal } }) =>
      (await answer({
        kind,
        params: (request.params ?? {}) as Offered,
        signal: context.mcpReq.signal,
      })) as never;
  client.setRequestHandler('elicitation/create', ask('elicitation'));
  client.setRequestHandler('sampling/createMessage', ask('sampling'));
  client.setRequestHandler('roots/list', ask('roots'));
  client.setNotificationHandler('notifications/elicitation/complete', ({ params }) =>
    onVisited?.(params.elicitationId),
  );
  listenTo(transport, onMessage);
  const close = () => void transport.close();
  signal.throwIfAborted();
  // The SDK doesn't look at the signal while it finds out which protocol the server speaks.
  signal.addEventListener('abort', close);
  try {
    await client.connect(transport, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', close);
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
    list: async (kind, options) => (await list(client, kind, options)) as unknown as readonly Offered[],
    call: async (call, options) => (await send(client, call, options)) as unknown as Offered,
    send: ({ method, params, isNotification }, options) => {
      const message = { method, ...(params && { params: { ...params } }) };
      if (isNotification) return client.notification(message);
      return client.request(message, anyResult, requestOptions(options));
    },
    expand: expandTemplate,
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
      // It may be gone, or not want to be told.
      await terminate?.().catch(() => undefined);
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
