import { request as requestHttp } from 'node:http';

const timeoutMs = 2000;
const maxResponseBytes = 64_000;
const maxNameLength = 100;
/** Paths on which MCP servers usually accept requests. */
const usualPaths = ['/mcp', '/'];

const initializeRequest = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'hosted-mcp-servers', version: '1' },
  },
};

/** An MCP server that was found on a port. */
export interface ProbedServer {
  readonly path: string;
  /** The name that the server reports. */
  readonly name?: string;
}

/** Finds out whether an MCP server (Streamable HTTP) listens on a port of `localhost`. `undefined`: it doesn't. */
export async function probeServer(port: number, signal: AbortSignal): Promise<ProbedServer | undefined> {
  const results = await Promise.all(usualPaths.map((path) => probePath(port, path, signal)));
  return results.find((result) => result !== undefined);
}

async function probePath(port: number, path: string, signal: AbortSignal): Promise<ProbedServer | undefined> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const body = JSON.stringify(initializeRequest);
  const request = requestHttp({
    host: 'localhost',
    port,
    path,
    method: 'POST',
    agent: false,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'Content-Length': Buffer.byteLength(body),
    },
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  request.once('error', () => resolve(''));
  request.once('response', (response) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      text += chunk;
      // An event stream can stay open after the first event.
      if (text.length > maxResponseBytes || readServerName(text) !== undefined) resolve(text);
    });
    response.once('close', () => resolve(text)).once('error', () => resolve(text));
  });
  request.end(body);
  const name = readServerName(await promise);
  request.destroy();
  return name === undefined
    ? undefined
    : { path, ...(name !== '' && { name: name.slice(0, maxNameLength) }) };
}

/** Returns the name in the result of `initialize`, or an empty text if it has none. `undefined`: it isn't such a result. */
function readServerName(text: string): string | undefined {
  for (const line of [text, ...text.split(/\r\n|\r|\n/)]) {
    const { result } = parseObject(line.replace(/^data:/, ''));
    if (typeof result !== 'object' || result === null || !('protocolVersion' in result)) continue;
    const { serverInfo } = result as { readonly serverInfo?: { readonly name?: unknown } };
    return typeof serverInfo?.name === 'string' ? serverInfo.name : '';
  }
  return undefined;
}

function parseObject(text: string): { readonly result?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
