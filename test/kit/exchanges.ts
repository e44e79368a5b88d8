import { appendToBody, type Exchange, startExchange } from '../../src/tunnels/client/exchange.ts';

/** Creates an exchange with a JSON-RPC request, which is open if `changes` contain no response. */
export function createExchange(id: number, body: unknown, changes: Partial<Exchange> = {}): Exchange {
  const requestHeaders = ['Content-Type', 'application/json'];
  const request = { id, startedAt: 1000 * id, method: 'POST', path: '/mcp', requestHeaders };
  return { ...startExchange(request), requestBody: toKeptBody(JSON.stringify(body)), ...changes };
}

export const toKeptBody = (text: string) =>
  appendToBody({ chunks: [], size: 0 }, new TextEncoder().encode(text), true);
