import type { HttpBindings } from '@hono/node-server';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import type { Environment, World } from '../world/model.ts';
import { createSseServer } from './server.ts';

/** Creates the deprecated HTTP+SSE transport: one stream for all responses, and an endpoint for messages. */
export function createSseTransport(world: World) {
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
      await transport?.handlePostMessage(incoming, outgoing);
      return transport !== undefined;
    },
  };
}
