import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface FaultyServerRequest {
  readonly id?: number;
  readonly method: string;
  readonly params: { readonly protocolVersion?: string; readonly name?: string; readonly _meta?: object };
}
type Respond = (response: ServerResponse, request: FaultyServerRequest) => void;

const events = { 'content-type': 'text/event-stream' };
const json = { 'content-type': 'application/json' };
const formatEvent = (message: object): string =>
  `data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;

/** Writes a text again and again, until the client closes the connection. */
function repeat(response: ServerResponse, text: () => string): void {
  const timer = setInterval(() => response.write(text()), 2);
  response.once('close', () => clearInterval(timer));
}

/** Writes as fast as the client reads, until it closes the connection. */
function flood(response: ServerResponse): void {
  const much = 'x'.repeat(1_000_000);
  const go = (): void => {
    while (!response.destroyed && response.write(much));
    response.once('drain', go);
  };
  go();
}

const longResult = { content: [{ type: 'text', text: 'x'.repeat(10_000_000) }] };

/** The faulty response of each tool, by the tool's name. */
const responders: Readonly<Record<string, Respond>> = {
  no_headers: () => undefined,
  silent: (response) => response.writeHead(200, events).flushHeaders(),
  only_comments: (response) => repeat(response.writeHead(200, events), () => ': still here\n\n'),
  only_notifications: (response) => {
    const params = { level: 'info', data: 'rain' };
    repeat(response.writeHead(200, events), () => formatEvent({ method: 'notifications/message', params }));
  },
  only_progress: (response, { params }) => {
    let progress = 0;
    const isReported = () => ({ ...params._meta, progress: ++progress });
    repeat(response.writeHead(200, events), () =>
      formatEvent({ method: 'notifications/progress', params: isReported() }),
    );
  },
  slow_json: (response) => repeat(response.writeHead(200, json), () => ' '),
  endless_json: (response) => flood(response.writeHead(200, json)),
  endless_event: (response) => {
    response.writeHead(200, events).write('data: "');
    flood(response);
  },
  long_json: (response, { id }) =>
    response.writeHead(200, json).end(JSON.stringify({ jsonrpc: '2.0', id, result: longResult })),
  long_event: (response, { id }) =>
    response.writeHead(200, events).end(formatEvent({ id, result: longResult })),
  ended_stream: (response) => response.writeHead(200, events).end(': that is all\n\n'),
  broken_stream: (response) => {
    response.writeHead(200, events).write(': hello\n\n', () => response.destroy());
  },
  half_json: (response) => response.writeHead(200, json).end('{"jsonrpc":"2.0","resu'),
  broken_json: (response) => {
    response.writeHead(200, json).write('{"jsonrpc":', () => response.destroy());
  },
  no_message: (response) => response.writeHead(200, json).end('[1]'),
  a_page: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
  nothing: (response) => response.writeHead(204).end(),
};

/** Starts an MCP server whose tools send faulty responses. */
export async function startFaultyServer() {
  const open = new Set<string>();
  const server = createServer(async (request, response) => {
    const text = (await request.toArray()).join('');
    const message: FaultyServerRequest = text === '' ? {} : JSON.parse(text);
    const { id, method, params } = message;
    const respond = (result: object) =>
      response.writeHead(200, json).end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    const name = params?.name ?? '';
    if (id === undefined) response.writeHead(text === '' ? 405 : 202).end();
    else if (method === 'initialize') respond(initializeResult(params.protocolVersion));
    else if (method === 'tools/list') respond({ tools: Object.keys(responders).map(createTool) });
    else if (method !== 'tools/call') response.writeHead(400).end();
    else {
      open.add(name);
      server.emit('changed');
      response.once('close', () => open.delete(name) && server.emit('changed'));
      responders[name]?.(response, message);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    /** Resolves once the tool has been called. */
    async called(name: string): Promise<void> {
      while (!open.has(name)) await once(server, 'changed');
    },
    /** Resolves once the client has closed the connection of the tool's response. */
    async waitForDisconnect(name: string): Promise<void> {
      while (open.has(name)) await once(server, 'changed');
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
  };
}

const createTool = (name: string) => ({ name, inputSchema: { type: 'object' } });

const initializeResult = (protocolVersion: string | undefined) => ({
  protocolVersion,
  capabilities: { tools: {} },
  serverInfo: { name: 'faulty', version: '1' },
});
