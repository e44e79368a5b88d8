/** Maximum number of bytes of a body that are kept. */
export const maxKeptBytes = 64_000;

/** The beginning of a body. */
export interface KeptBody {
  /** At most `maxKeptBytes` bytes. */
  readonly chunks: readonly Uint8Array[];
  /** The size of the whole body so far, in bytes. */
  readonly size: number;
}

/** Why a request didn't get a complete response of the local server. */
export type ForwardFailure =
  /** The local server doesn't accept connections. */
  | 'refused'
  /** The local server didn't accept the connection in time. */
  | 'timeout'
  /** The local server closed the connection before the end of its response. */
  | 'incomplete'
  /** The client or the tunnel host closed the connection before the end of the response. */
  | 'aborted'
  /** The request asked for a protocol that tunnels don't support, such as WebSocket. */
  | 'upgrade';

/** A request that arrived through a tunnel, and its response. Times are in milliseconds since the epoch. */
export interface Exchange {
  /** A number that is unique within the tunnel. Increases by one with each request. */
  readonly id: number;
  readonly startedAt: number;
  readonly method: string;
  /** The path with its query, as the client sent it. */
  readonly path: string;
  /** Names and values alternate, as in `rawHeaders` of Node. */
  readonly requestHeaders: readonly string[];
  readonly requestBody: KeptBody;
  /** Absent until the response begins. */
  readonly status?: number;
  readonly responseHeaders?: readonly string[];
  readonly responseBody: KeptBody;
  /** Absent while the exchange is open. */
  readonly endedAt?: number;
  readonly failure?: ForwardFailure;
  /** The ID of the exchange whose request the user sent again. Absent if a client sent the request. */
  readonly replayOf?: number;
}

export const emptyBody: KeptBody = { chunks: [], size: 0 };

/** Creates an exchange whose bodies are empty so far. */
export function startExchange(
  request: Pick<Exchange, 'id' | 'startedAt' | 'method' | 'path' | 'requestHeaders' | 'replayOf'>,
): Exchange {
  return { ...request, requestBody: emptyBody, responseBody: emptyBody };
}

/** Returns a body with another chunk. If `isKept` is false, or the limit is reached, only the size increases. */
export function appendToBody(body: KeptBody, chunk: Uint8Array, isKept: boolean): KeptBody {
  const size = body.size + chunk.length;
  const freeBytes = isKept ? maxKeptBytes - Math.min(body.size, maxKeptBytes) : 0;
  if (freeBytes === 0) return { ...body, size };
  // A copy, because a part of a larger buffer would keep the whole buffer in memory.
  let last = new Uint8Array(chunk.subarray(0, freeBytes));
  const chunks = [...body.chunks];
  // Many small chunks would need much more memory than their content.
  for (let previous = chunks.at(-1); previous && previous.length <= last.length; previous = chunks.at(-1)) {
    const joined = new Uint8Array(previous.length + last.length);
    joined.set(previous);
    joined.set(last, previous.length);
    last = joined;
    chunks.pop();
  }
  return { chunks: [...chunks, last], size };
}

/** Returns an exchange without the content of its bodies. Their sizes remain. */
export function removeContent(exchange: Exchange): Exchange {
  const { requestBody, responseBody } = exchange;
  return {
    ...exchange,
    requestBody: { ...requestBody, chunks: [] },
    responseBody: { ...responseBody, chunks: [] },
  };
}

/** Returns the text of the kept part of a body, decoded as UTF-8. */
export function decodeBody({ chunks }: KeptBody): string {
  const decoder = new TextDecoder();
  return `${chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('')}${decoder.decode()}`;
}

/** Decodes the kept part of a body as UTF-8. `undefined`: it isn't a text. The last character can be incomplete. */
export function decodeText({ chunks }: KeptBody): string | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    const text = chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('');
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
