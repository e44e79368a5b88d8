import type { Exchange, ForwardFailure } from '../client/exchange.ts';
import { readCall } from './readCall.ts';

/** Maximum number of listed requests. */
export const maxRequests = 100_000;
/** Maximum size of the headers and bodies of all requests together, in bytes. */
const maxDetailBytes = 48_000_000;
/** Maximum number of characters of a path in the list. The details have the whole path. */
const maxPathLength = 500;

/** A row of the list of requests. */
export interface RequestSummary {
  readonly id: number;
  /** In milliseconds since the epoch. */
  readonly startedAt: number;
  readonly method: string;
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
}

/** The requests of a tunnel in the order of their start. Kept only in memory. */
export class RequestLog {
  readonly #summaries: RequestSummary[] = [];
  /** The headers and bodies of the latest requests, from the oldest to the newest. */
  readonly #details = new Map<number, Exchange>();
  readonly #maxDetailBytes: number;
  #detailBytes = 0;
  /** The number of requests that are no longer listed, because there are too many. */
  #droppedCount = 0;

  constructor(maxBytes = maxDetailBytes) {
    this.#maxDetailBytes = maxBytes;
  }

  /** The listed requests. */
  get summaries(): readonly RequestSummary[] {
    return this.#summaries;
  }

  get droppedCount(): number {
    return this.#droppedCount;
  }

  /** Returns the headers and bodies of a request. `undefined`: they are no longer kept. */
  getDetails(id: number): Exchange | undefined {
    return this.#details.get(id);
  }

  /** Adds a request, or replaces its earlier state. */
  update(exchange: Exchange): void {
    const { id } = exchange;
    const index = this.#findIndex(id);
    const summary = summarize(exchange, this.#summaries[index]);
    if (index >= 0) this.#summaries[index] = summary;
    else if (id > (this.#summaries.at(-1)?.id ?? 0)) this.#summaries.push(summary);
    else return;
    if (this.#summaries.length > maxRequests) this.#dropOldest();
    const earlier = this.#details.get(id);
    if (earlier === undefined && index >= 0) return;
    this.#detailBytes += measure(exchange) - (earlier ? measure(earlier) : 0);
    this.#details.set(id, exchange);
    for (const oldest of this.#details.keys()) {
      if (this.#detailBytes <= this.#maxDetailBytes) break;
      this.#dropDetails(oldest);
    }
  }

  clear(): void {
    this.#summaries.length = 0;
    this.#details.clear();
    this.#detailBytes = 0;
    this.#droppedCount = 0;
  }

  #findIndex(id: number): number {
    // The IDs increase by one.
    const index = id - (this.#summaries[0]?.id ?? id);
    return this.#summaries[index]?.id === id ? index : -1;
  }

  /** Drops a tenth at a time, because removing from the beginning moves all others. */
  #dropOldest(): void {
    for (const { id } of this.#summaries.splice(0, maxRequests / 10)) this.#dropDetails(id);
    this.#droppedCount += maxRequests / 10;
  }

  #dropDetails(id: number): void {
    const details = this.#details.get(id);
    if (details) this.#detailBytes -= measure(details);
    this.#details.delete(id);
  }
}

function summarize(exchange: Exchange, earlier: RequestSummary | undefined): RequestSummary {
  const { id, startedAt, method, path, status, endedAt, failure, responseBody } = exchange;
  // The body is complete once the response begins, and doesn't change after that.
  const isRead = earlier?.status !== undefined;
  const call = status !== undefined && !isRead ? readCall(exchange) : undefined;
  const rpcMethod = call?.method ?? earlier?.rpcMethod;
  const target = call?.target ?? earlier?.target;
  return {
    id,
    startedAt,
    method,
    path: path.slice(0, maxPathLength),
    size: responseBody.size,
    ...(rpcMethod !== undefined && { rpcMethod }),
    ...(target !== undefined && { target }),
    ...(status !== undefined && { status }),
    ...(endedAt !== undefined && { durationMs: Math.max(0, endedAt - startedAt) }),
    ...(failure && { failure }),
  };
}

function measure({
  path,
  requestHeaders,
  responseHeaders = [],
  requestBody,
  responseBody,
}: Exchange): number {
  const headerSize = [...requestHeaders, ...responseHeaders].reduce((sum, text) => sum + text.length + 16, 0);
  const bodySize = [...requestBody.chunks, ...responseBody.chunks].reduce(
    (sum, { length }) => sum + length,
    0,
  );
  return path.length + headerSize + bodySize;
}
