import { getField } from '../../fields.ts';
import { decodeBody, type Exchange } from '../client/exchange.ts';

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
