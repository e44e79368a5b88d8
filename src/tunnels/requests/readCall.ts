import { decodeBody, type Exchange, maxKeptBytes } from '../client/exchange.ts';
import { findHeader } from '../client/forwardedHeaders.ts';

/** The JSON-RPC call in a request body. */
export interface RpcCall {
  /** The method, such as `tools/call`. Of a batch, the methods of its first messages. */
  readonly method: string;
  /** The tool or prompt that the call names, or the URI of its resource. */
  readonly target?: string;
}

const maxTextLength = 200;
const maxBatchMethods = 3;

/** Reads the JSON-RPC call of a request whose body is complete. `undefined`: it isn't JSON-RPC, or is too large. */
export function readCall({ requestHeaders, requestBody }: Exchange): RpcCall | undefined {
  if (requestBody.size === 0 || requestBody.size > maxKeptBytes || requestBody.chunks.length === 0)
    return undefined;
  if (!/\bjson\b/i.test(findHeader(requestHeaders, 'content-type') ?? '')) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(decodeBody(requestBody));
  } catch {
    return undefined;
  }
  const calls = (Array.isArray(parsed) ? parsed.slice(0, maxBatchMethods) : [parsed]).flatMap(readMessage);
  const [first] = calls;
  if (!first) return undefined;
  if (calls.length === 1) return first;
  return { method: calls.map(({ method }) => method).join(', ') };
}

function readMessage(value: unknown): readonly RpcCall[] {
  if (typeof value !== 'object' || value === null) return [];
  const { jsonrpc, method, params } = value as Readonly<Record<string, unknown>>;
  if (jsonrpc !== '2.0' || typeof method !== 'string') return [];
  const { name, uri } = (typeof params === 'object' && params !== null ? params : {}) as Readonly<
    Record<string, unknown>
  >;
  const target = [name, uri].find((one) => typeof one === 'string');
  return [
    {
      method: method.slice(0, maxTextLength),
      ...(typeof target === 'string' && { target: target.slice(0, maxTextLength) }),
    },
  ];
}
