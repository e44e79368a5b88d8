import type { Exchange, KeptBody } from '../client/exchange.ts';
import { listHeaders, removeConnectionHeaders } from '../client/forwardedHeaders.ts';

/** A request that is sent again. */
export interface ReplayedRequest {
  /** The ID of the exchange with the first request. */
  readonly replayOf: number;
  readonly method: string;
  readonly path: string;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

/** Headers about the transfer of the body, which is sent as a whole. */
const transferHeaders = new Set(['content-length', 'transfer-encoding', 'expect', 'trailer']);

/** Whether the whole body was kept. */
export const isBodyKept = ({ chunks, size }: KeptBody): boolean =>
  chunks.reduce((sum, { length }) => sum + length, 0) === size;

/** Returns the request of an exchange, to send it again. `undefined`: its body wasn't kept. */
export function createReplay(exchange: Exchange): ReplayedRequest | undefined {
  const { id, method, path, requestHeaders, requestBody } = exchange;
  if (!isBodyKept(requestBody)) return undefined;
  const body = Buffer.concat(requestBody.chunks);
  const headers = [...listHeaders(removeConnectionHeaders(requestHeaders))];
  const others = headers.filter(([name]) => !transferHeaders.has(name.toLowerCase())).flat();
  const hasBody = headers.some(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name));
  return {
    replayOf: id,
    method,
    path,
    headers: [...others, ...(hasBody ? ['Content-Length', String(body.length)] : [])],
    body,
  };
}
