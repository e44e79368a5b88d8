import { omitUndefined } from '../fields.ts';
import { ApiError, type ApiErrorDetails, type ApiErrorKind } from './errors.ts';
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
 * Returns the credential for a call, or `undefined` if there is none. `rejected` is the credential that the service
 * just rejected, in place of which another is needed. Its rejections reach the caller unchanged.
 */
export type GetToken = (scope: RequiredCredential, options: TokenOptions) => Promise<string | undefined>;

interface TokenOptions {
  readonly signal: AbortSignal;
  readonly rejectedToken?: string;
  /** `rejected` was itself a renewed credential, so renewing it again wouldn't help. */
  readonly isRenewed?: boolean;
}

/** A request without its secrets: no query, no headers, no body. */
export interface RequestLogEntry {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly status?: number | undefined;
  /** The code of an error that isn't the service's, such as one of OAuth. */
  readonly code?: string | undefined;
  readonly durationMs: number;
  readonly requestId?: string;
  /** The number of the attempt within a call, from 1. */
  readonly attempt: number;
  readonly bytes?: number;
  /** The number of records that were left out because they have no valid ID. */
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
  /** Called with secrets that are sent and must be redacted everywhere: credentials, and values of secret variables. */
  readonly onSecrets: ((secrets: readonly string[]) => void) | undefined;
}

export interface ApiTransport {
  readonly call: CallOperation;
  /** Makes operations available again that the service didn't support before. */
  forgetUnsupported(): void;
}

/** For one call: first a renewed token, then the result of a sign-in by the user. */
const maxRenewals = 2;

/** Creates the function that executes operations: gets the credential, retries, and logs. */
export function createTransport(options: TransportOptions): ApiTransport {
  const absent = new Set<string>();
  return {
    async call(operation, input, { signal, isSingleTry = false, onWait } = {}) {
      const request = buildRequest(operation, input);
      const tries = isSingleTry ? 1 : maxAttempts;
      const context: CallContext = {
        options,
        operation,
        request,
        tries,
        signal: signal ?? new AbortController().signal,
        onWait,
      };
      if (absent.has(operation.name)) throw createUnsupportedError(context);
      try {
        return await executeCall(context, operation.readResponse);
      } catch (error) {
        if (operation.id === 'beyond' && error instanceof ApiError && error.isUnsupportedOperation)
          absent.add(operation.name);
        throw error;
      }
    },
    forgetUnsupported: () => absent.clear(),
  };
}

/** The facts about a call that its attempts share. */
interface CallContext {
  readonly options: TransportOptions;
  readonly operation: NamedOperation<unknown>;
  readonly request: ApiRequest;
  /** The maximum number of attempts. */
  readonly tries: number;
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
  let tries = 1;
  for (let attempt = 1; ; attempt += 1) {
    const result = await attemptRequest(context, reader, { token, secrets, deadline, attempt });
    if (result.ok) return result.value;
    const { error } = result;
    if (error.kind === 'unauthorized' && renewals < maxRenewals) {
      const requestedAt = timing.now();
      const renewed = await requestToken(context, { rejectedToken: token, isRenewed: renewals > 0 });
      renewals += 1;
      // The user might have signed in during that time.
      deadline += timing.now() - requestedAt;
      if (renewed !== undefined && renewed !== token) {
        token = renewed;
        secrets.push(renewed);
        continue;
      }
    }
    // The request whose response was lost deleted the resource.
    if (
      isResponseLost &&
      error.kind === 'notFound' &&
      !error.isUnsupportedOperation &&
      operation.method === 'DELETE'
    ) {
      const emptyResult = reader(undefined, { serverTime: undefined });
      if (emptyResult.ok) return emptyResult.value;
    }
    isResponseLost ||= mightHaveArrived(error);
    const delayMs = getRetryDelay(tries, error, timing);
    if (
      tries === context.tries ||
      !isRepeatable(operation.method, error) ||
      timing.now() + delayMs >= deadline
    )
      throw error;
    tries += 1;
    if (error.retryAfterMs !== undefined) context.onWait?.(delayMs);
    await timing.sleep(delayMs, signal);
    if (signal.aborted) throw createCanceledError(context);
  }
}

interface AttemptOptions {
  readonly token: string;
  readonly secrets: readonly string[];
  /** In ms since 1970. */
  readonly deadline: number;
  readonly attempt: number;
}

async function attemptRequest<T>(
  context: CallContext,
  reader: ResponseReader<T>,
  { token, secrets, deadline, attempt }: AttemptOptions,
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
        reason: 'refused',
      },
    );
    return { ok: false, error };
  }
  const started = timing.now();
  const exchanged = await exchange({
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
    responseTimeoutMs: Math.max(1, Math.min(timing.idleTimeoutMs, deadline - started)),
    idleTimeoutMs: timing.idleTimeoutMs,
    bodyTimeoutMs: timing.bodyTimeoutMs,
    signal,
  });
  const result = readResponse({ ...operation, readResponse: reader }, exchanged, {
    path: request.path,
    secrets,
    now: timing.now(),
  });
  options.logger?.logRequest(
    createLogEntry(context, exchanged, result, { attempt, durationMs: timing.now() - started, secrets }),
  );
  return result;
}

function createLogEntry(
  { operation, request }: CallContext,
  exchanged: ExchangeResult,
  result: CallResult<unknown>,
  { attempt, durationMs, secrets }: { attempt: number; durationMs: number; secrets: readonly string[] },
): RequestLogEntry {
  const requestId = exchanged.ok ? getRequestId(exchanged.headers, secrets) : undefined;
  return omitUndefined({
    operation: operation.name,
    method: operation.method,
    path: request.path,
    status: exchanged.status,
    durationMs,
    requestId,
    attempt,
    bytes: exchanged.ok ? exchanged.bytes : undefined,
    dropped: result.ok && result.droppedCount > 0 ? result.droppedCount : undefined,
    error: result.ok ? undefined : result.error.kind,
  });
}

/** Gets the credential. Rejects as soon as the caller cancels the call. */
function requestToken(
  context: CallContext,
  refused: Omit<TokenOptions, 'signal'> = {},
): Promise<string | undefined> {
  const { options, operation, signal } = context;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(createCanceledError(context));
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop);
    options
      .getToken(operation.requiredCredential ?? 'any', { signal, ...refused })
      .then((token) => resolve(token === '' ? undefined : token), reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}

function createCanceledError(context: CallContext): ApiError {
  return createApiError(context, 'Canceled.', 'cancelled');
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
