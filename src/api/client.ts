import { parseBaseUrl } from './baseUrl.ts';
import { type ClientFunctions, createFunctions } from './functions.ts';
import { identify, type ServiceExtent } from './identify.ts';
import type { CallOptions } from './operation.ts';
import { operations } from './operations.ts';
import { defaultTiming, type Timing } from './retry.ts';
import { createTransport, type GetToken, type RequestLogger } from './transport.ts';

export type { LogEntry } from './logEntries.ts';
export type { GetToken, RequestLogEntry } from './transport.ts';

export interface ClientOptions {
  /** The URL as the user entered it. `createClient` validates it with `parseBaseUrl`. */
  readonly baseUrl: string;
  readonly getToken: GetToken;
  /** Default: the global `fetch`, looked up at each call because an editor might replace it later. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly logger?: RequestLogger | undefined;
  /** Absent in browsers, where the header `User-Agent` can cause a CORS preflight request. */
  readonly userAgent?: string | undefined;
  readonly timing?: Partial<Timing> | undefined;
  /** Called before a request with the secrets in it, which must be redacted in all logs. */
  readonly onSecrets?: ((secrets: readonly string[]) => void) | undefined;
}

/**
 * The client of the service, with the operations grouped as in the specification. Every function rejects with an
 * `ApiError`, or with the error of `getToken`.
 */
export interface Client extends ClientFunctions<typeof operations> {
  /** Determines which part of this API the service implements. Rejects with code `NOT_THIS_API` if it's another API. */
  identify(options?: CallOptions): Promise<ServiceExtent>;
  /** Makes the client send requests again for operations that the service didn't support before. */
  forgetUnsupported(): void;
}

/** Creates a client for one service. Throws a `TypeError` if the base URL is invalid. */
export function createClient(options: ClientOptions): Client {
  const base = parseBaseUrl(options.baseUrl);
  if (!base.ok) throw new TypeError(`Not a usable base URL (${base.rule}).`);
  const { call, forgetUnsupported } = createTransport({
    baseUrl: base.url,
    origin: base.origin,
    getToken: options.getToken,
    fetch: options.fetch,
    logger: options.logger,
    userAgent: options.userAgent,
    onSecrets: options.onSecrets,
    timing: { ...defaultTiming, ...options.timing },
  });
  const functions = createFunctions(operations, call);
  return { ...functions, identify: (callOptions) => identify(functions, callOptions), forgetUnsupported };
}
