import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServeOdd } from './olderServer.ts';
import { type Ending, initializeResult, type Received, startServer } from './stuckServers.ts';

const isGet = ({ method }: IncomingMessage): boolean => method === 'GET';

/** Starts a server of HTTP with SSE. `serve` gets the messages for an endpoint, which has the number of its session. */
export async function startSseServer(t: Ending, serve: ServeOdd = () => false) {
  const streams: ServerResponse[] = [];
  const server = await startServer(t, (response, received, request) => {
    if (isGet(request)) {
      const session = streams.push(response);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return void response.write(`event: endpoint\ndata: /message?session_id=${session}\n\n`);
    }
    if (!request.url?.startsWith('/message')) return void response.writeHead(405).end();
    if (serve(response, received, request)) return;
    response.writeHead(202).end();
    if (received.id === undefined) return;
    const { id } = received;
    send({ jsonrpc: '2.0', id, result: resultOf(received) });
  });
  const send = (message: object): void => void streams.at(-1)?.write(`data: ${JSON.stringify(message)}\n\n`);
  return {
    ...server,
    /** Sends a message over the newest stream. */
    send,
    /** Number of streams that were opened. */
    get opened(): number {
      return streams.length;
    },
    /** Ends all streams, as a server that stops. */
    endStreams(): void {
      for (const stream of streams) stream.destroy();
    },
  };
}

const resultOf = (received: Received): object =>
  received.method === 'initialize' ? initializeResult(received) : { tools: [], content: [] };
