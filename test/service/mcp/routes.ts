import { text as readText } from 'node:stream/consumers';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { type Context, Hono } from 'hono';
import type { Identify } from '../auth/credentials.ts';
import { createResourceMetadata, metadataPath } from '../auth/protectedResource.ts';
import type { Environment, World } from '../world/model.ts';
import { createSseServer } from './server.ts';
import type { createSessions } from './sessions.ts';
import { completeUrlElicitation } from './urlElicitations.ts';

interface McpOptions {
  readonly world: World;
  readonly identify: Identify;
  readonly sessions: ReturnType<typeof createSessions>;
}

type Bindings = { Bindings: HttpBindings };
type Handler = (context: Context<Bindings>, environment: Environment) => Response | Promise<Response>;

/**
 * Creates the routes of the environments' MCP servers: without authentication, with a user token, with an API
 * key, and with HTTP+SSE.
 */
export function mcpRoutes({ world, identify, sessions }: McpOptions): Hono<Bindings> {
  const routes = new Hono<Bindings>();
  const sseTransport = createSseTransport(world);
  /** Adds a route for environments whose MCP server is in this service. */
  const on = (methods: string[], path: string, handler: Handler): void => {
    routes.on(methods, path, (context) => {
      const environment = world.environments.get(context.req.param('environmentId') ?? '');
      const isOnThisService = environment?.mcpServerUrl.startsWith(world.baseUrl);
      return environment && isOnThisService ? handler(context, environment) : context.notFound();
    });
  };
  const all = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH'];
  const respond: Handler = (context, environment) =>
    sessions.handle(environment, context.req.raw, context.env.outgoing);

  on(all, '/mcp/:environmentId', respond);

  on(all, '/mcp/:environmentId/guarded', async (context, environment) => {
    const { kind } = await identify(context.req.header('Authorization'));
    if (kind === 'user') return respond(context, environment);
    const metadata = `${world.baseUrl}${metadataPath(guardedPath(environment))}`;
    const reason = kind === 'none' ? '' : ', error="invalid_token"';
    context.header('WWW-Authenticate', `Bearer resource_metadata="${metadata}"${reason}`);
    return context.json({ message: 'Unauthorized' }, 401);
  });
  on(['GET'], metadataPath('/mcp/:environmentId/guarded'), (context, environment) =>
    context.json(createResourceMetadata(world.baseUrl, guardedPath(environment))),
  );

  on(all, '/mcp/:environmentId/keyed', (context, environment) => {
    if (context.req.header('x-weather-key')) return respond(context, environment);
    return context.json({ message: 'The header x-weather-key is missing' }, 401);
  });

  // The page of URL elicitations.
  routes.get('/visit/:elicitationId', (context) =>
    completeUrlElicitation(world, context.req.param('elicitationId'))
      ? context.html('<p>Thank you.</p>')
      : context.notFound(),
  );

  on(['GET'], '/sse/:environmentId', async (context, environment) => {
    await sseTransport.open(environment, context.env);
    sessions.trackStream(context.env.outgoing);
    return RESPONSE_ALREADY_SENT;
  });
  on(['POST'], '/sse/:environmentId/messages', async (context) => {
    const isTaken = await sseTransport.take(context.req.query('sessionId') ?? '', context.env);
    return isTaken ? RESPONSE_ALREADY_SENT : context.notFound();
  });
  return routes;
}

function guardedPath({ id }: Environment): string {
  return `/mcp/${encodeURIComponent(id)}/guarded`;
}

/** Creates the deprecated HTTP+SSE transport: one stream for all responses, and an endpoint for messages. */
function createSseTransport(world: World) {
  const transports = new Map<string, SSEServerTransport>();
  return {
    /** Opens the stream. The transport writes the response itself. */
    open: async (environment: Environment, { outgoing }: HttpBindings): Promise<void> => {
      outgoing.setHeader('Access-Control-Allow-Origin', '*');
      const path = `/sse/${encodeURIComponent(environment.id)}/messages`;
      const transport = new SSEServerTransport(path, outgoing);
      transports.set(transport.sessionId, transport);
      outgoing.once('close', () => transports.delete(transport.sessionId));
      await createSseServer(world, environment).connect(transport);
    },
    /** Handles a message. Returns `false` if its stream doesn't exist. */
    take: async (sessionId: string, { incoming, outgoing }: HttpBindings): Promise<boolean> => {
      const transport = transports.get(sessionId);
      outgoing.setHeader('Access-Control-Allow-Origin', '*');
      // The message is read here, because the SDK's reader brings tables of a hundred encodings.
      await transport?.handlePostMessage(incoming, outgoing, await readText(incoming));
      return transport !== undefined;
    },
  };
}
