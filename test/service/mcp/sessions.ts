import type { ServerResponse } from 'node:http';
import {
  type EventStore,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { isInitializeRequest, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Environment, World } from '../world/model.ts';
import { createMcpServer } from './server.ts';

interface McpSession {
  readonly id: string;
  /** Whether its client has opened a stream for messages from the server. */
  readonly isListening: boolean;
}

/** The controls of the MCP servers for tests. */
export interface McpSessions {
  /** Returns the open sessions, in the order of their start. */
  list(): McpSession[];
  /**
   * Ends all sessions, as a server does when it restarts: their streams end, and requests with their IDs get
   * a 404.
   */
  endAll(): void;
  /**
   * Closes all streams, including those of running calls. Sessions stay open, and clients can resume a
   * stream.
   */
  breakStreams(): void;
}

interface McpSessionManager extends McpSessions {
  /** Handles one request to the MCP server of an environment. */
  handle(environment: Environment, request: Request, outgoing: ServerResponse): Promise<Response>;
  /**
   * Registers a stream for `breakStreams`. With a session ID, it counts as the stream for messages from the
   * server.
   */
  trackStream(stream: ServerResponse, sessionId?: string | null): void;
}

interface StoredSession {
  /** The path of the endpoint that the session belongs to. */
  readonly path: string;
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

/** The limit of open sessions, because a service can run for a long time. */
const maxSessions = 500;
/** The delay in milliseconds after which clients reopen a lost stream. */
const retryInterval = 100;

export function createSessions(world: World): McpSessionManager {
  const sessions = new Map<string, StoredSession>();
  /** The open streams, and the sessions that they belong to. */
  const streams = new Map<ServerResponse, string | null>();

  const trackStream: McpSessionManager['trackStream'] = (stream, sessionId = null) => {
    if (stream.destroyed) return;
    streams.set(stream, sessionId);
    stream.once('close', () => streams.delete(stream));
  };

  const end = (id: string): void => {
    const session = sessions.get(id);
    sessions.delete(id);
    void session?.transport.close();
  };

  const begin = async (environment: Environment, path: string) => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => world.newId('mcp'),
      onsessioninitialized: (id) => {
        sessions.set(id, { path, transport });
        const [oldest] = sessions.keys();
        if (sessions.size > maxSessions && oldest !== undefined) end(oldest);
      },
      onsessionclosed: end,
      eventStore: createEventStore(),
      retryInterval,
    });
    await createMcpServer(world, environment).connect(transport);
    return transport;
  };

  const respond = async (environment: Environment, request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname;
    const id = request.headers.get('Mcp-Session-Id');
    if (id !== null) {
      const session = sessions.get(id);
      return session?.path === path ? session.transport.handleRequest(request) : unknownSession();
    }
    // Without a session, there is no stream to open and nothing to end.
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST' } });
    const message: unknown = await request
      .clone()
      .json()
      .catch(() => undefined);
    if (!isInitializeRequest(message)) return handleWithoutSession(world, environment, request);
    return (await begin(environment, path)).handleRequest(request);
  };

  return {
    list: () => {
      const listening = new Set(streams.values());
      return [...sessions.keys()].map((id) => ({ id, isListening: listening.has(id) }));
    },
    endAll: () => {
      for (const id of [...sessions.keys()]) end(id);
    },
    breakStreams: () => {
      for (const stream of streams.keys()) stream.destroy();
    },
    trackStream,
    handle: async (environment, request, outgoing) => {
      const response = await respond(environment, request);
      if (response.headers.get('Content-Type') === 'text/event-stream') {
        trackStream(outgoing, request.method === 'GET' ? request.headers.get('Mcp-Session-Id') : null);
      }
      return response;
    },
  };
}

/** Handles a request without a session with a new server. */
async function handleWithoutSession(
  world: World,
  environment: Environment,
  request: Request,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createMcpServer(world, environment);
  await server.connect(transport);
  const response = await transport.handleRequest(request);
  await server.close();
  return response;
}

function unknownSession(): Response {
  const error = { code: -32001, message: 'Session not found' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}

interface StoredEvent {
  readonly id: string;
  readonly streamId: string;
  readonly message: JSONRPCMessage;
}

/** The limit of stored messages, because a session can stay open for a long time. */
const maxStoredEvents = 100;

/** Creates a store of a session's latest messages, with which a client can resume a stream. */
function createEventStore(): EventStore {
  const events: StoredEvent[] = [];
  let count = 0;
  return {
    storeEvent: async (streamId, message) => {
      const id = `event-${++count}`;
      events.push({ id, streamId, message });
      if (events.length > maxStoredEvents) events.shift();
      return id;
    },
    replayEventsAfter: async (lastId, { send }) => {
      const index = events.findIndex(({ id }) => id === lastId);
      const streamId = events[index]?.streamId;
      if (streamId === undefined) throw new Error(`No event ${lastId}`);
      for (const event of events.slice(index + 1)) {
        if (event.streamId === streamId) await send(event.id, event.message);
      }
      return streamId;
    },
  };
}
