import { type Exchange, type ForwardFailure, type KeptBody, removeContent } from '../client/exchange.ts';
import { findHeader } from '../client/forwardedHeaders.ts';
import { copyText } from './copyText.ts';
import { maskPath } from './credentials.ts';
import { readCall } from './readCall.ts';
import { hasRpcError } from './readResponse.ts';

/** Default of the maximum number of listed requests. */
const defaultMaxRequests = 100_000;
/** Default of the maximum size of the headers and bodies of all requests together, in bytes. */
const defaultMaxDetailBytes = 48_000_000;
/** Maximum number of characters of a path in the list. The details have the whole path. */
const maxPathLength = 500;
const maxMethodLength = 20;
/** Memory for an exchange, and for each part of its bodies, in addition to the content. Measured, in bytes. */
const objectBytes = 300;

/** A row of the list of requests. */
export interface RequestSummary {
  /** Increases by one with each request. */
  readonly id: number;
  /** In milliseconds since the epoch. */
  readonly startedAt: number;
  readonly method: string;
  /** The path without credentials. */
  readonly path: string;
  /** The JSON-RPC method of the request. */
  readonly rpcMethod?: string;
  /** The tool, prompt, or resource of the request. */
  readonly target?: string;
  readonly status?: number;
  /** In milliseconds. Absent while the request is open. */
  readonly durationMs?: number;
  /** The size of the response body so far, in bytes. */
  readonly size: number;
  readonly failure?: ForwardFailure;
  /** Whether the response contains a JSON-RPC error, or the error of a tool. */
  readonly hasRpcError?: boolean;
  /** The ID of the request that the user sent again. */
  readonly replayOf?: number;
}

interface RequestLogLimits {
  readonly maxRequests?: number;
  readonly maxDetailBytes?: number;
}

/** The requests of a tunnel in the order of their start. They are only in memory. */
export class RequestLog {
  readonly #maxRequests: number;
  readonly #maxDetailBytes: number;
  readonly #summaries: RequestSummary[] = [];
  /** The headers and bodies of the latest requests, from the oldest to the newest. */
  readonly #details = new Map<number, Exchange>();
  readonly #listeners = new Set<(id: number) => void>();
  #detailBytes = 0;
  #keepsBodies: boolean;

  constructor(
    keepsBodies: boolean,
    { maxRequests = defaultMaxRequests, maxDetailBytes = defaultMaxDetailBytes }: RequestLogLimits = {},
  ) {
    this.#keepsBodies = keepsBodies;
    this.#maxRequests = maxRequests;
    this.#maxDetailBytes = maxDetailBytes;
  }

  /** Whether the content of bodies is kept. Setting it to `false` removes the content of earlier ones. */
  get keepsBodies(): boolean {
    return this.#keepsBodies;
  }

  set keepsBodies(keepsBodies: boolean) {
    this.#keepsBodies = keepsBodies;
    if (!keepsBodies) for (const exchange of this.#details.values()) this.#setDetails(exchange);
  }

  /** The ID of the first listed request. Larger than `lastId` if none is listed. */
  get firstId(): number {
    return this.#summaries[0]?.id ?? 1;
  }

  /** The ID of the last listed request, or 0 if there is none. */
  get lastId(): number {
    return this.#summaries.at(-1)?.id ?? 0;
  }

  /** Returns the listed requests from one ID to another, both included. */
  list(fromId: number, toId: number): readonly RequestSummary[] {
    return this.#summaries.slice(Math.max(0, fromId - this.firstId), Math.max(0, toId + 1 - this.firstId));
  }

  /** Returns a request with its headers and bodies. `undefined`: they are no longer kept. */
  getDetails(id: number): Exchange | undefined {
    return this.#details.get(id);
  }

  /** Adds a request, or replaces its earlier state. Requests must be added in the order of their IDs. */
  update(exchange: Exchange): void {
    const { id } = exchange;
    const index = id - this.firstId;
    const earlier = this.#summaries[index];
    if (!earlier && id !== this.lastId + 1) return;
    this.#summaries[index] = summarize(exchange, earlier);
    if (this.#summaries.length > this.#maxRequests) this.#dropOldest();
    if (!earlier || this.#details.has(id)) this.#setDetails(exchange);
    for (const oldest of this.#details.keys()) {
      if (this.#detailBytes <= this.#maxDetailBytes) break;
      this.#dropDetails(oldest);
    }
    for (const listener of this.#listeners) listener(id);
  }

  /** Calls a function with the ID of each request that is added or changes. Returns a function that ends it. */
  listen(listener: (id: number) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Drops a tenth at a time, because each removal from the beginning moves all others. */
  #dropOldest(): void {
    for (const { id } of this.#summaries.splice(0, Math.ceil(this.#maxRequests / 10))) this.#dropDetails(id);
  }

  #setDetails(exchange: Exchange): void {
    const earlier = this.#details.get(exchange.id);
    const kept = this.#keepsBodies ? exchange : removeContent(exchange);
    this.#detailBytes += measure(kept) - (earlier ? measure(earlier) : 0);
    this.#details.set(exchange.id, kept);
  }

  #dropDetails(id: number): void {
    const details = this.#details.get(id);
    if (details) this.#detailBytes -= measure(details);
    this.#details.delete(id);
  }
}

function summarize(exchange: Exchange, earlier: RequestSummary | undefined): RequestSummary {
  const { id, startedAt, method, path, status, endedAt, failure, responseBody, replayOf } = exchange;
  const isRead = earlier?.rpcMethod !== undefined || earlier?.status !== undefined;
  const call = !isRead && isRequestComplete(exchange) ? readCall(exchange) : undefined;
  const rpcMethod = call?.method ?? earlier?.rpcMethod;
  const target = call?.target ?? earlier?.target;
  return {
    id,
    startedAt,
    method: copyText(method, maxMethodLength),
    path: earlier?.path ?? copyText(maskPath(path), maxPathLength),
    size: responseBody.size,
    ...(rpcMethod !== undefined && { rpcMethod }),
    ...(target !== undefined && { target }),
    ...(status !== undefined && { status }),
    ...(endedAt !== undefined && { durationMs: Math.max(0, endedAt - startedAt) }),
    ...(failure && { failure }),
    ...(endedAt !== undefined && hasRpcError(exchange) && { hasRpcError: true }),
    ...(replayOf !== undefined && { replayOf }),
  };
}

/** Whether the body of the request has arrived. Without its length, it's complete once the response begins. */
function isRequestComplete({ status, endedAt, requestHeaders, requestBody }: Exchange): boolean {
  if (status !== undefined || endedAt !== undefined) return true;
  return requestBody.size > 0 && findHeader(requestHeaders, 'content-length') === String(requestBody.size);
}

/** Returns the approximate memory for the headers and bodies of a request, in bytes. */
function measure({
  path,
  requestHeaders,
  responseHeaders = [],
  requestBody,
  responseBody,
}: Exchange): number {
  const headerBytes = [...requestHeaders, ...responseHeaders].reduce(
    (sum, text) => sum + text.length + 16,
    0,
  );
  return objectBytes + path.length + headerBytes + measureBody(requestBody) + measureBody(responseBody);
}

const measureBody = ({ chunks }: KeptBody): number =>
  chunks.reduce((sum, { length }) => sum + length + objectBytes, 0);
