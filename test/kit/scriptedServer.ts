import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ScriptedRequest {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string; readonly cursor?: unknown; readonly name?: string };
}

/** A complete HTTP response. */
export interface RawResponse {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The responses by method: a result, or a function that creates the HTTP response. */
export type ScriptedResponses = Readonly<
  Record<string, unknown | ((request: ScriptedRequest) => RawResponse)>
>;

const defaultResponses: ScriptedResponses = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    serverInfo: { name: 'odd', version: '1' },
  },
  'tools/list': { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
  'resources/list': { resources: [] },
  'resources/templates/list': { resourceTemplates: [] },
  'prompts/list': { prompts: [] },
  'tools/call': { content: [{ type: 'text', text: 'said' }] },
};

/** Starts an MCP server over HTTP with given responses. All other responses are valid. */
export async function startScriptedServer(overrides: ScriptedResponses = {}) {
  let responses = { ...defaultResponses, ...overrides };
  const requests: ScriptedRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const text = (await incoming.toArray()).join('');
    if (text === '') return void outgoing.writeHead(405).end();
    const request = JSON.parse(text) as ScriptedRequest;
    requests.push(request);
    if (request.id === undefined) return void outgoing.writeHead(202).end();
    const response = responses[request.method];
    const {
      status = 200,
      type = 'application/json',
      headers = {},
      body,
    } = typeof response === 'function' ? (response(request) as RawResponse) : wrapResult(request, response);
    outgoing.writeHead(status, { ...headers, ...(type !== '' && { 'content-type': type }) }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    requests: requests as readonly ScriptedRequest[],
    /** Changes the responses of later requests. */
    answer: (more: ScriptedResponses): void => {
      responses = { ...responses, ...more };
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
  };
}

function wrapResult({ id }: ScriptedRequest, result: unknown): RawResponse {
  const error = { code: -32601, message: 'Method not found' };
  return { body: JSON.stringify({ jsonrpc: '2.0', id, ...(result === undefined ? { error } : { result }) }) };
}
