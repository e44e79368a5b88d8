import {
  Client,
  LATEST_PROTOCOL_VERSION,
  SdkHttpError,
  SSEClientTransport,
  SseError,
  StreamableHTTPClientTransport,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
  UriTemplate,
} from '@modelcontextprotocol/client';
import { defined } from '../fields.ts';
import { cutRequests, endRequests } from './endRequests.ts';
import { guardedFetch } from './guardedFetch.ts';
import type { Link, LinkOptions, Offered, OfferKind } from './link.ts';
import { call, complete, createAsk, list, requestOptions } from './linkRequests.ts';
import { withRawNumbers } from './schema/exactJson.ts';
import { isObject } from './schema/json.ts';
import { readHandshake } from './wire/handshake.ts';
import { createWire, type Wire } from './wire/wire.ts';
import { wiredFetch } from './wire/wiredFetch.ts';

/** An MCP server over streamable HTTP in the newest protocol or the one before; over SSE where it is old. */
export async function openLink(options: LinkOptions): Promise<Link> {
  const url = new URL(options.url);
  const cut = cutRequests();
  const fetch = guardedFetch(url, { ...options, onCut: cut.add });
  const transportOptions = (wire: Wire, transport: 'http' | 'sse') => ({
    fetch: wiredFetch(fetch, wire, { transport }),
    requestInit: { headers: { ...options.headers } },
    ...defined({ authProvider: options.authorization }),
  });
  const wire = createWire(options.onMessage);
  const streamable = new StreamableHTTPClientTransport(url, transportOptions(wire, 'http'));
  endRequests(streamable, cut);
  try {
    const client = await connect(streamable, 'auto', options, wire);
    return linkOf(client, 'http', streamable, wire, () => streamable.terminateSession());
  } catch (error) {
    if (!isOldServer(error) || options.signal.aborted) throw error;
    try {
      const sseWire = createWire(options.onMessage);
      const sse = new SSEClientTransport(url, transportOptions(sseWire, 'sse'));
      const client = await connect(sse, 'legacy', options, sseWire);
      // A stream of its own has each session: without it, no answer comes any more.
      client.onerror = (lost) => {
        if (!(lost instanceof SseError)) return;
        client.onerror = () => undefined;
        void client.close();
        options.onClosed?.(lost);
      };
      return linkOf(client, 'sse', sse, sseWire);
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
  { version, signal, onListChanged, onVisited, answer }: LinkOptions,
  wire: Wire,
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
    async (request: { params?: unknown }, context: { mcpReq: { signal: AbortSignal } }) => {
      const params = wire.contentOf(request.params);
      const asked = { kind, params: isObject(params) ? params : {}, signal: context.mcpReq.signal };
      return wire.answer(kind, await answer(asked)) as never;
    };
  client.setRequestHandler('elicitation/create', ask('elicitation'));
  client.setRequestHandler('sampling/createMessage', ask('sampling'));
  client.setRequestHandler('roots/list', ask('roots'));
  client.setNotificationHandler('notifications/elicitation/complete', ({ params }) =>
    onVisited?.(params.elicitationId),
  );
  passThrough(transport, wire);
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

const supportedVersions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS;

/** Passes each message of the SDK through `wire`, and has the transport name the version that the server has chosen. */
function passThrough(transport: Transport, wire: Wire): void {
  const send = transport.send.bind(transport);
  transport.send = (message, sendOptions) => send(wire.sent(message), sendOptions);
  const setVersion = transport.setProtocolVersion?.bind(transport);
  if (!setVersion) return;
  transport.setProtocolVersion = (version) => {
    const chosen = readHandshake(wire.handshake, supportedVersions).protocolVersion;
    setVersion(version === LATEST_PROTOCOL_VERSION ? (chosen ?? version) : version);
  };
}

export function linkOf(
  client: Client,
  transport: Link['transport'],
  { sessionId }: Transport,
  wire: Wire,
  terminate?: () => Promise<void>,
): Link {
  const { isAssumed, protocolVersion, ...handshake } = readHandshake(wire.handshake, supportedVersions);
  const ask = createAsk(client, wire);
  return {
    ...{ transport, sessionId, ...handshake },
    protocolVersion: protocolVersion ?? client.getNegotiatedProtocolVersion() ?? '',
    list: (kind, options) => list(ask, kind, options, isAssumed),
    call: async (wanted, options) => (await call(ask, wanted, options)) as Offered,
    send: ({ method, params, isNotification }, options) => {
      const sent = params && { ...withRawNumbers(params) };
      if (isNotification) return client.notification({ method, ...(sent && { params: sent }) });
      return ask(method, sent, requestOptions(options));
    },
    expand: (template, values) => new UriTemplate(template).expand({ ...values }),
    complete: (completing, options) => complete(ask, completing, options),
    async close() {
      // It may be gone, or not want to be told.
      await terminate?.().catch(() => undefined);
      await client.close().catch(() => undefined);
    },
  };
}
