import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Request {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string; readonly cursor?: unknown; readonly name?: string };
}

/** A whole HTTP response. */
export interface RawResponse {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** By method: the result, or a function that makes the whole response. */
export type OddAnswers = Readonly<Record<string, unknown | ((request: Request) => RawResponse)>>;

const plain: OddAnswers = {
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

/** An MCP server over HTTP whose answers are of any shape, those that aren't given are right. */
export async function startOddServer(odd: OddAnswers = {}) {
  let answers = { ...plain, ...odd };
  const requests: Request[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const text = (await incoming.toArray()).join('');
    if (text === '') return void outgoing.writeHead(405).end();
    const request = JSON.parse(text) as Request;
    requests.push(request);
    if (request.id === undefined) return void outgoing.writeHead(202).end();
    const answer = answers[request.method];
    const {
      status = 200,
      type = 'application/json',
      headers = {},
      body,
    } = typeof answer === 'function' ? (answer(request) as RawResponse) : envelope(request, answer);
    outgoing.writeHead(status, { ...headers, ...(type !== '' && { 'content-type': type }) }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    requests: requests as readonly Request[],
    /** Changes what is answered from now on. */
    answer: (more: OddAnswers): void => {
      answers = { ...answers, ...more };
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
  };
}

function envelope({ id }: Request, result: unknown): RawResponse {
  const error = { code: -32601, message: 'Method not found' };
  return { body: JSON.stringify({ jsonrpc: '2.0', id, ...(result === undefined ? { error } : { result }) }) };
}
