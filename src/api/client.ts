import { parseBaseUrl } from './baseUrl.ts';
import { type ClientFunctions, createFunctions } from './functions.ts';
import { identify, type ServiceExtent } from './identify.ts';
import type { CallOptions } from './operation.ts';
import { operations } from './operations.ts';
import { defaultTiming, type Timing } from './retry.ts';
import { createTransport, type GetToken, type RequestLogger } from './transport.ts';

export type { LogEntry, LogLevel } from './logEntries.ts';
export type { CallOptions, CredentialScope } from './operation.ts';
export type { GetToken, RequestLogEntry, RequestLogger } from './transport.ts';

export interface ClientOptions {
  /** As a person may type it; see `parseBaseUrl`. */
  readonly baseUrl: string;
  readonly getToken: GetToken;
  /** Default: the global one, looked up at each call, since an editor may replace it late. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly logger?: RequestLogger | undefined;
  /** Not for browsers: some ask the service's permission for this header. */
  readonly userAgent?: string | undefined;
  readonly timing?: Partial<Timing> | undefined;
  /** Hears of what goes out and is secret wherever it comes up. */
  readonly onSecrets?: ((secrets: readonly string[]) => void) | undefined;
}

/** The service, grouped as its specification groups it. Every function rejects with an `ApiError`. */
export interface Client extends ClientFunctions<typeof operations> {
  /** Tells whether this is the API, and how much of it; rejects with code `NOT_THIS_API` when it is another service. */
  identify(options?: CallOptions): Promise<ServiceExtent>;
  /** Operations beyond the specification that the service didn't have are tried again from now on. */
  forgetUnsupported(): void;
}

/** A client for one service. Throws a `TypeError` when the base URL breaks a rule of `parseBaseUrl`. */
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
