import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** A message that a raw server responds to. */
export interface RawRequest {
  readonly id: number | string | undefined;
  readonly method: string;
}

/** Writes the bytes of a response, which may be invalid HTTP. */
export type Write = (socket: Socket, request: RawRequest) => void;

const results: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'raw', version: '1' },
  },
  'tools/list': { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
};

const head = (status: string, headers: string, body: string | Buffer): string =>
  `HTTP/1.1 ${status}\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n`;

/** Writes a complete response that closes the connection. */
export function writeResponse(socket: Socket, status: string, headers: string, body: string | Buffer): void {
  socket.write(head(status, headers, body));
  socket.end(body);
}

/** Starts an MCP server that responds to some messages with raw bytes, and to all others correctly. */
export async function startRawServer(t: TestContext, writeOf: (method: string) => Write | undefined) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // Some responses end the connection while the client is still writing.
    socket.on('error', () => undefined);
    let received = '';
    socket.on('data', (piece) => {
      received += piece;
      const [headers = '', body] = received.split('\r\n\r\n', 2);
      const length = Number(/^content-length: (\d+)/im.exec(headers)?.[1] ?? 0);
      if (body === undefined || Buffer.byteLength(body) < length) return;
      received = '';
      respond(socket, headers, body);
    });
  });
  const respond = (socket: Socket, headers: string, body: string): void => {
    if (!headers.startsWith('POST')) return void writeResponse(socket, '405 Method Not Allowed', '', '');
    const request = JSON.parse(body) as RawRequest;
    const { id, method } = request;
    const write = writeOf(method);
    if (write) return void write(socket, request);
    if (id === undefined) return void writeResponse(socket, '202 Accepted', '', '');
    const error = { code: -32601, message: 'Method not found' };
    const answered = results[method] ? { result: results[method] } : { error };
    const text = JSON.stringify({ jsonrpc: '2.0', id, ...answered });
    writeResponse(socket, '200 OK', 'content-type: application/json\r\n', text);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}
