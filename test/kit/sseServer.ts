import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServeOverride } from './olderServer.ts';
import { type AfterHook, initializeResult, type ReceivedMessage, startServer } from './stuckServers.ts';

const isGet = ({ method }: IncomingMessage): boolean => method === 'GET';

/**
 * Starts a server with HTTP and SSE. `serve` handles the messages of an endpoint, whose path has the number
 * of its session. `refusal` is the status of responses to messages at the server's URL.
 */
export async function startSseServer(t: AfterHook, serve: ServeOverride = () => false, refusal = 405) {
  const streams: ServerResponse[] = [];
  const server = await startServer(t, (response, received, request) => {
    if (isGet(request)) {
      const session = streams.push(response);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return void response.write(`event: endpoint\ndata: /message?session_id=${session}\n\n`);
    }
    if (!request.url?.startsWith('/message')) return void response.writeHead(refusal).end();
    if (serve(response, received, request)) return;
    response.writeHead(202).end();
    if (received.id === undefined) return;
    const session = Number(request.url.split('=')[1]);
    const message = JSON.stringify({ jsonrpc: '2.0', id: received.id, result: emptyResult(received) });
    streams[session - 1]?.write(`data: ${message}\n\n`);
  });
  return {
    ...server,
    /** Number of streams that were opened. */
    get opened(): number {
      return streams.length;
    },
    /** Ends all streams, as a server does when it stops. */
    endStreams(): void {
      for (const stream of streams) stream.destroy();
    },
  };
}

const emptyResult = (received: ReceivedMessage): object =>
  received.method === 'initialize' ? initializeResult(received) : { tools: [], content: [] };
