import { serve } from '@hono/node-server';
import {
  acceptedContent,
  createMcpHandler,
  inputRequired,
  type McpHttpHandler,
  McpServer,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import * as z from 'zod';

/**
 * Starts an MCP server that supports only the newest protocol version: it has no sessions, and it requests
 * input with an `input_required` result.
 */
export async function startNewestProtocolServer() {
  let hasExtra = false;
  const handler: McpHttpHandler = createMcpHandler(
    () => {
      const server = createServer(() => {
        hasExtra = true;
        handler.notify.toolsChanged();
      });
      if (hasExtra) server.registerTool('extra', {}, () => textResult('extra'));
      return server;
    },
    { legacy: 'reject' },
  );
  const server = serve({ fetch: (request) => handler.fetch(request), port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async close(): Promise<void> {
      await handler.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const textResult = (text: string) => ({ content: [{ type: 'text' as const, text }] });

function createServer(addTool: () => void): McpServer {
  const server = new McpServer(
    { name: 'newest', version: '1.0.0' },
    { capabilities: { tools: { listChanged: true }, logging: {} }, instructions: 'Ask for a sail.' },
  );
  server.registerTool('echo', { inputSchema: z.object({ text: z.string() }) }, ({ text }) =>
    textResult(text),
  );
  server.registerTool('add_tool', {}, () => {
    addTool();
    return textResult('added');
  });
  server.registerTool('count', {}, async (context) => {
    const progressToken = context.mcpReq._meta?.progressToken;
    for (let progress = 1; progress <= 3 && progressToken !== undefined; progress++) {
      await context.mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 3 },
      });
    }
    return textResult('counted');
  });
  // The tool requests input twice, the second time after the first answer.
  server.registerTool('book', {}, ({ mcpReq: { inputResponses, requestState } }) => {
    const boat = requestState<string>() ?? acceptedContent<{ boat: string }>(inputResponses, 'boat')?.boat;
    if (boat === undefined)
      return inputRequired({ inputRequests: { boat: elicitationRequest('Which boat?', 'boat') } });
    const days = acceptedContent<{ days: string }>(inputResponses, 'days')?.days;
    if (days !== undefined) return textResult(`${boat} for ${days}`);
    return inputRequired({
      inputRequests: { days: elicitationRequest('How long?', 'days') },
      requestState: boat,
    });
  });
  server.registerTool('think', {}, ({ mcpReq: { inputResponses } }) => {
    const thought = inputResponses?.['thought'] as { content?: { text?: string } } | undefined;
    if (thought) return textResult(`thought: ${thought.content?.text}`);
    const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: 'Will it rain?' } }];
    return inputRequired({
      inputRequests: { thought: inputRequired.createMessage({ messages, maxTokens: 10 }) },
    });
  });
  server.registerResource('tide', 'sea://tide', { mimeType: 'text/plain' }, ({ href }) => ({
    contents: [{ uri: href, text: 'high' }],
  }));
  server.registerResource(
    'port',
    new ResourceTemplate('sea://port/{name}', { list: undefined }),
    {},
    ({ href }) => ({
      contents: [{ uri: href, text: 'calm' }],
    }),
  );
  server.registerPrompt('plan', { argsSchema: z.object({ port: z.string() }) }, ({ port }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Sail to ${port}.` } }],
  }));
  return server;
}

const elicitationRequest = (message: string, name: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] },
  });
