import type { HttpBindings } from '@hono/node-server';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import type { Environment, World } from '../world/model.ts';
import { createSseServer } from './server.ts';

/** The transport that streamable HTTP replaced (HTTP+SSE): one stream for all answers, and an address for messages. */
export function createSseTransport(world: World) {
  const transports = new Map<string, SSEServerTransport>();
  return {
    /** Opens the stream. The transport writes the answer itself. */
    open: async (environment: Environment, { outgoing }: HttpBindings): Promise<void> => {
      outgoing.setHeader('Access-Control-Allow-Origin', '*');
      const path = `/sse/${encodeURIComponent(environment.id)}/messages`;
      const transport = new SSEServerTransport(path, outgoing);
      transports.set(transport.sessionId, transport);
      outgoing.once('close', () => transports.delete(transport.sessionId));
      await createSseServer(world, environment).connect(transport);
    },
    /** Takes a message. False when its stream isn't there. */
    take: async (sessionId: string, { incoming, outgoing }: HttpBindings): Promise<boolean> => {
      const transport = transports.get(sessionId);
      outgoing.setHeader('Access-Control-Allow-Origin', '*');
      await transport?.handlePostMessage(incoming, outgoing);
      return transport !== undefined;
    },
  };
}
