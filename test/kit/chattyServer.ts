import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The texts that a tool sends as log notifications while it runs, by the name of the tool. */
type TextsByTool = Readonly<Record<string, readonly string[]>>;

interface ChattyServerRequest {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string; readonly name?: string };
}

/**
 * Starts an MCP server that sends many log notifications at once. It has no sessions and no stream. All its
 * results have `structuredContent`, and all its tools have the fields of `schemas`.
 */
export async function startChattyServer(tools: TextsByTool, structuredContent?: object, schemas?: object) {
  const server = createServer(async (request, response) => {
    const message = await readRequest(request);
    if (message?.id === undefined) {
      response.writeHead(message ? 202 : 405).end();
      return;
    }
    const body = toResponse(message, tools, structuredContent, schemas);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
  };
}

async function readRequest(request: IncomingMessage): Promise<ChattyServerRequest | undefined> {
  const text = (await request.toArray()).join('');
  return text === '' ? undefined : (JSON.parse(text) as ChattyServerRequest);
}

function toResponse(
  { id, method, params = {} }: ChattyServerRequest,
  tools: TextsByTool,
  structuredContent?: object,
  schemas?: object,
): object {
  const result = (value: object): object => ({ jsonrpc: '2.0', id, result: value });
  switch (method) {
    case 'initialize':
      return result({
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {}, logging: {} },
        serverInfo: { name: 'chatty', version: '1' },
      });
    case 'tools/list':
      return result({
        tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: 'object' }, ...schemas })),
      });
    case 'tools/call':
      return [
        ...(tools[params.name ?? ''] ?? []).map((data) => ({
          jsonrpc: '2.0',
          method: 'notifications/message',
          params: { level: 'info', data },
        })),
        result({
          content: [{ type: 'text', text: 'said' }],
          ...(structuredContent && { structuredContent }),
        }),
      ];
    default:
      return { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } };
  }
}
