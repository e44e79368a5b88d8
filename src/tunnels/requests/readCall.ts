import { getField } from '../../fields.ts';
import { decodeBody, type Exchange, maxKeptBytes } from '../client/exchange.ts';
import { findHeader } from '../client/forwardedHeaders.ts';
import { copyText } from './copyText.ts';

/** The JSON-RPC call in a request body. */
interface RpcCall {
  /** The method, such as `tools/call`. Of a batch, the methods of its first messages. */
  readonly method: string;
  /** The tool or prompt that the call names, or the URI of its resource. */
  readonly target?: string;
}

const maxTextLength = 200;
const maxBatchMethods = 3;

/** Reads the JSON-RPC call of a request whose body is complete. `undefined`: it isn't JSON-RPC, or is too large. */
export function readCall({
  requestHeaders,
  requestBody,
}: Pick<Exchange, 'requestHeaders' | 'requestBody'>): RpcCall | undefined {
  if (requestBody.size > maxKeptBytes || requestBody.chunks.length === 0) return undefined;
  if (!/\bjson\b/i.test(findHeader(requestHeaders, 'content-type') ?? '')) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(decodeBody(requestBody));
  } catch {
    return undefined;
  }
  const calls = (Array.isArray(parsed) ? parsed.slice(0, maxBatchMethods) : [parsed]).flatMap(readMessage);
  const [first] = calls;
  return calls.length > 1 ? { method: calls.map(({ method }) => method).join(', ') } : first;
}

function readMessage(value: unknown): readonly RpcCall[] {
  const [method, params] = [getField(value, 'method'), getField(value, 'params')];
  if (getField(value, 'jsonrpc') !== '2.0' || typeof method !== 'string') return [];
  const target = [getField(params, 'name'), getField(params, 'uri')].find((one) => typeof one === 'string');
  return [
    {
      method: copyText(method, maxTextLength),
      ...(typeof target === 'string' && { target: copyText(target, maxTextLength) }),
    },
  ];
}

/** A tool call in the body of a request. */
interface ToolCall {
  readonly tool: string;
  readonly arguments?: object;
}

/** Reads the tool call of a request. `undefined`: it isn't one, or its body wasn't kept completely. */
export function readToolCall({ requestBody }: Pick<Exchange, 'requestBody'>): ToolCall | undefined {
  let message: unknown;
  try {
    message = JSON.parse(decodeBody(requestBody));
  } catch {
    return undefined;
  }
  if (getField(message, 'method') !== 'tools/call') return undefined;
  const params = getField(message, 'params');
  const [tool, args] = [getField(params, 'name'), getField(params, 'arguments')];
  if (typeof tool !== 'string') return undefined;
  return { tool, ...(typeof args === 'object' && args !== null && { arguments: args }) };
}
