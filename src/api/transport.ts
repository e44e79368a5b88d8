import { omitUndefined } from '../fields.ts';
import {
  ApiError,
  type ApiErrorDetails,
  type ApiErrorKind,
  isNotFoundError,
  isUnsupportedError,
} from './errors.ts';
import { type ExchangeResult, exchange } from './exchange.ts';
import type {
  CallOperation,
  CallOptions,
  NamedOperation,
  RequiredCredential,
  ResponseReader,
} from './operation.ts';
import { type CallResult, getRequestId, readResponse } from './readResponse.ts';
import { type ApiRequest, buildRequest } from './request.ts';
import { getRetryDelay, isRepeatable, maxAttempts, mightHaveArrived, type Timing } from './retry.ts';

/**
 * Returns the credential for a call, or `undefined` if there is none. `rejectedToken` is a credential that the service
 * has just rejected, so that another one is needed. If the promise rejects, the call rejects with the same error.
 */
export type GetToken = (
  requiredCredential: RequiredCredential,
  options: TokenOptions,
) => Promise<string | undefined>;

interface TokenOptions {
  readonly signal: AbortSignal;
  readonly rejectedToken?: string;
  /** Whether `rejectedToken` is the result of a renewal, so that renewing it again wouldn't help. */
  readonly isRenewed?: boolean;
}

/** A request for the log. It contains no secrets: no query, no headers, no body. */
export interface RequestLogEntry {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly status?: number | undefined;
  /** The code of an error of another server, such as the authorization server. */
  readonly code?: string | undefined;
  readonly durationMs: number;
  readonly requestId?: string;
  /** The number of the request within a call, from 1. */
  readonly attempt: number;
  readonly bytes?: number;
  /** The number of records in the response that were left out because they are invalid. */
  readonly droppedCount?: number;
  readonly error?: ApiErrorKind;
}

export interface RequestLogger {
  logRequest(entry: RequestLogEntry): void;
}

interface TransportOptions {
  readonly baseUrl: string;
  readonly origin: string;
  readonly getToken: GetToken;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly logger: RequestLogger | undefined;
  readonly userAgent: string | undefined;
  readonly timing: Timing;
  /**
   * Called before a request with the secrets in it, which must be redacted in all logs: credentials, and values of
   * secret variables.
   */
  readonly onSecrets: ((secrets: readonly string[]) => void) | undefined;
}

export interface ApiTransport {
  readonly call: CallOperation;
  /** Makes the client send requests again for operations that the service didn't support before. */
  forgetUnsupported(): void;
}

/** The maximum number of new tokens in one call: first a renewed token, then the token of a sign-in by the user. */
const maxRenewals = 2;

/** Creates the function that executes operations. It gets the credential, retries, and logs requests. */
export function createTransport(options: TransportOptions): ApiTransport {
  const unsupportedOperations = new Set<string>();
  return {
    async call(operation, input, { signal, isSingleTry = false, onWait } = {}) {
      const request = buildRequest(operation, input);
      const attemptLimit = isSingleTry ? 1 : maxAttempts;
      const context: CallContext = {
        options,
        operation,
        request,
        attemptLimit,
        signal: signal ?? new AbortController().signal,
        onWait,
      };
      if (unsupportedOperations.has(operation.name)) throw createUnsupportedError(context);
      try {
        return await executeCall(context, operation.readResponse);
      } catch (error) {
        if (operation.id === 'unspecified' && isUnsupportedError(error))
          unsupportedOperations.add(operation.name);
        throw error;
      }
    },
    forgetUnsupported: () => unsupportedOperations.clear(),
  };
}

/** The data that all attempts of a call share. */
interface CallContext {
  readonly options: TransportOptions;
  readonly operation: NamedOperation<unknown>;
  readonly request: ApiRequest;
  /** The maximum number of attempts. A request with a new token isn't a new attempt. */
  readonly attemptLimit: number;
  readonly signal: AbortSignal;
  readonly onWait: CallOptions['onWait'];
}

async function executeCall<T>(context: CallContext, reader: ResponseReader<T>): Promise<T> {
  const { operation, signal } = context;
  const { timing } = context.options;
  let token = await requestToken(context);
  if (token === undefined)
    throw createApiError(context, 'There is no credential.', 'unauthorized', { reason: 'noCredential' });
  context.options.onSecrets?.([...context.request.secretValues, token]);
  const secrets = [...context.request.sensitiveTexts, token];
  let deadline = timing.now() + timing.totalTimeoutMs;
  let renewals = 0;
  let isResponseLost = false;
  let attempts = 1;
  for (let requestNumber = 1; ; requestNumber += 1) {
    const result = await attemptRequest(context, reader, { token, secrets, deadline, requestNumber });
    if (result.ok) return result.value;
    const { error } = result;
    if (error.kind === 'unauthorized' && renewals < maxRenewals) {
      const renewalStart = timing.now();
      const renewed = await requestToken(context, { rejectedToken: token, isRenewed: renewals > 0 });
      renewals += 1;
      // The renewal might have waited for the user to sign in, which doesn't count.
      deadline += timing.now() - renewalStart;
      if (renewed !== undefined && renewed !== token) {
        token = renewed;
        secrets.push(renewed);
        continue;
      }
    }
    // An earlier request, whose response was lost, deleted the resource.
    if (isResponseLost && isNotFoundError(error) && operation.method === 'DELETE') {
      const emptyResult = reader(undefined, { serverTime: undefined });
      if (emptyResult.ok) return emptyResult.value;
    }
    isResponseLost ||= mightHaveArrived(error);
    const delayMs = getRetryDelay(attempts, error, timing);
    if (
      attempts === context.attemptLimit ||
      !isRepeatable(operation.method, error) ||
      timing.now() + delayMs >= deadline
    )
      throw error;
    attempts += 1;
    if (error.retryAfterMs !== undefined) context.onWait?.(delayMs);
    await timing.sleep(delayMs, signal);
    if (signal.aborted) throw createCanceledError(context);
  }
}

interface AttemptOptions {
  readonly token: string;
  readonly secrets: readonly string[];
  /** The time at which the call fails, in milliseconds since the epoch. */
  readonly deadline: number;
  /** The number of the request within the call, from 1. */
  readonly requestNumber: number;
}

async function attemptRequest<T>(
  context: CallContext,
  reader: ResponseReader<T>,
  { token, secrets, deadline, requestNumber }: AttemptOptions,
): Promise<CallResult<T>> {
  const { options, operation, request, signal } = context;
  const { timing } = options;
  // `fetch` would quote the token in the error for an invalid header.
  if (!/^[\x21-\x7e]+$/.test(token)) {
    const error = createApiError(
      context,
      'The credential holds characters that cannot be sent.',
      'unauthorized',
      {
        reason: 'rejected',
      },
    );
    return { ok: false, error };
  }
  const startMs = timing.now();
  const exchangeResult = await exchange({
    url: options.baseUrl + request.path + request.query,
    origin: options.origin,
    method: operation.method,
    headers: omitUndefined({
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      'content-type': request.body === undefined ? undefined : 'application/json',
      'user-agent': options.userAgent,
    }),
    body: request.body,
    fetch: options.fetch ?? globalThis.fetch,
    responseTimeoutMs: Math.max(1, Math.min(timing.idleTimeoutMs, deadline - startMs)),
    idleTimeoutMs: timing.idleTimeoutMs,
    bodyTimeoutMs: timing.bodyTimeoutMs,
    signal,
  });
  const result = readResponse({ ...operation, readResponse: reader }, exchangeResult, {
    path: request.path,
    secrets,
    now: timing.now(),
  });
  options.logger?.logRequest(
    createLogEntry(context, exchangeResult, result, {
      requestNumber,
      durationMs: timing.now() - startMs,
      secrets,
    }),
  );
  return result;
}

function createLogEntry(
  { operation, request }: CallContext,
  exchangeResult: ExchangeResult,
  result: CallResult<unknown>,
  {
    requestNumber,
    durationMs,
    secrets,
  }: { requestNumber: number; durationMs: number; secrets: readonly string[] },
): RequestLogEntry {
  const requestId = exchangeResult.ok ? getRequestId(exchangeResult.headers, secrets) : undefined;
  return omitUndefined({
    operation: operation.name,
    method: operation.method,
    path: request.path,
    status: exchangeResult.status,
    durationMs,
    requestId,
    attempt: requestNumber,
    bytes: exchangeResult.ok ? exchangeResult.bytes : undefined,
    droppedCount: result.ok && result.droppedCount > 0 ? result.droppedCount : undefined,
    error: result.ok ? undefined : result.error.kind,
  });
}

/** Gets the credential. Rejects when the caller cancels the call. */
function requestToken(
  context: CallContext,
  rejection: Omit<TokenOptions, 'signal'> = {},
): Promise<string | undefined> {
  const { options, operation, signal } = context;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(createCanceledError(context));
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop);
    options
      .getToken(operation.requiredCredential ?? 'any', { signal, ...rejection })
      .then((token) => resolve(token === '' ? undefined : token), reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}

function createCanceledError(context: CallContext): ApiError {
  return createApiError(context, 'Canceled.', 'canceled');
}

function createUnsupportedError(context: CallContext): ApiError {
  return createApiError(context, 'The service does not have this operation.', 'notFound', {
    isUnsupportedOperation: true,
  });
}

function createApiError(
  { operation, request }: CallContext,
  message: string,
  kind: ApiErrorKind,
  details?: Partial<ApiErrorDetails>,
): ApiError {
  const { name, method, requiredCredential } = operation;
  return new ApiError(message, {
    kind,
    operation: name,
    method,
    path: request.path,
    requiredCredential,
    ...details,
  });
}
