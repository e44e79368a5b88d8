import * as l10n from '@vscode/l10n';
import { getField } from '../fields.ts';
import { ApiError, type ApiErrorKind, type ApiIssue, formatApiIssues, formatPath } from './errors.ts';
import type { ExchangeResult } from './exchange.ts';
import type { NamedOperation, ReadResult, RequiredCredential } from './operation.ts';
import { redact, redactJson } from './redact.ts';
import { readRetryAfter, readServerTime } from './retry.ts';

/** The facts that `readResponse` needs in addition to the operation and the result of the exchange. */
interface ResponseContext {
  readonly path: string;
  /** Texts that must not appear in an error. */
  readonly secrets: readonly string[];
  /** In ms since 1970. */
  readonly now: number;
}

/** The result of a call, or the reason for its failure. */
export type CallResult<T> =
  | { readonly ok: true; readonly value: T; readonly droppedCount: number }
  | { readonly ok: false; readonly error: ApiError };

const maxMessageLength = 500;
const maxPathLength = 200;
const maxIssues = 50;

/**
 * Reads the response to an operation: the result if the operation succeeded, otherwise the error envelope or the HTTP
 * status.
 */
export function readResponse<T>(
  operation: NamedOperation<T>,
  result: ExchangeResult,
  context: ResponseContext,
): CallResult<T> {
  const { name, method, requiredCredential } = operation;
  const errorContext = { operation: name, method, path: context.path, requiredCredential };
  if (!result.ok) {
    const { kind, code, status } = result;
    return { ok: false, error: new ApiError(result.message, { ...errorContext, kind, code, status }) };
  }
  const { status, headers } = result;
  const requestId = getRequestId(headers, context.secrets);
  if (status < 200 || status > 299) {
    return { ok: false, error: readError(result, { ...errorContext, requestId }, context) };
  }
  const read = readSuccess(operation, result);
  if (read.ok) return read;
  const { issues } = read;
  const message = `Unexpected response to ${operation.name} (${operation.method} ${context.path}): ${formatApiIssues(issues)}`;
  const error = new ApiError(truncate(message, maxMessageLength), {
    ...errorContext,
    kind: 'unexpectedResponse',
    status,
    requestId,
    issues,
  });
  return { ok: false, error };
}

function readSuccess<T>(operation: NamedOperation<T>, result: ExchangeResult & { ok: true }): ReadResult<T> {
  const isEmpty = result.status === 204;
  const json = isEmpty ? undefined : parseJson(result.text);
  if (json === undefined && !isEmpty) {
    const description =
      result.text === '' ? 'an empty body' : `${mediaType(result.headers)} that is not JSON`;
    return { ok: false, issues: [{ path: '', message: `it is ${description}` }] };
  }
  return operation.readResponse(json, { serverTime: readServerTime(result.headers) });
}

interface ErrorContext {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly requestId: string | undefined;
  readonly requiredCredential: RequiredCredential | undefined;
}

function readError(
  result: ExchangeResult & { ok: true },
  errorContext: ErrorContext,
  context: ResponseContext,
): ApiError {
  const { status, headers, text } = result;
  const envelope = redactJson(parseJson(text), context.secrets);
  const code = stringField(envelope, 'code');
  const defined: unknown = getField(envelope, 'defined');
  const data = getField(envelope, 'data');
  const issues = readIssues(data);
  const serviceMessage = issues.length > 0 ? formatApiIssues(issues) : stringField(envelope, 'message');
  // Every error of an operation has a code. A response without one comes from something else, such as a proxy.
  const isUnsupportedOperation = (status === 404 && code === undefined) || status === 405 || status === 501;
  return new ApiError(
    truncate(serviceMessage || l10n.t('The service returned HTTP status {0}.', status), maxMessageLength),
    {
      ...errorContext,
      kind: isUnsupportedOperation ? 'notFound' : toErrorKind(status),
      status,
      code: code === undefined ? undefined : truncate(code, maxPathLength),
      defined: typeof defined === 'boolean' ? defined : undefined,
      data,
      issues,
      reason: status === 401 ? 'refused' : undefined,
      retryAfterMs: readRetryAfter(headers, context.now),
      isUnsupportedOperation,
    },
  );
}

const kinds: { readonly [status: number]: ApiErrorKind } = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notFound',
  408: 'timeout',
  409: 'conflict',
  425: 'server',
  429: 'rateLimited',
};

function toErrorKind(status: number): ApiErrorKind {
  if (status >= 500) return 'server';
  return kinds[status] ?? (status >= 400 ? 'badRequest' : 'unexpectedResponse');
}

function readIssues(data: unknown): ApiIssue[] {
  const issues = getField(data, 'issues');
  if (!Array.isArray(issues)) return [];
  return issues.slice(0, maxIssues).flatMap((issue: unknown) => {
    const path: unknown = getField(issue, 'path');
    const message = stringField(issue, 'message');
    if (message === undefined) return [];
    const parts = Array.isArray(path) ? path.map((part: unknown) => getField(part, 'key') ?? part) : [];
    return [
      { path: truncate(formatPath(parts), maxPathLength), message: truncate(message, maxMessageLength) },
    ];
  });
}

const requestIdHeaders = ['x-request-id', 'request-id', 'x-amzn-requestid', 'x-amz-cf-id', 'cf-ray'];

/** Returns the service's ID for the request, which users can quote to its operators. */
export function getRequestId(headers: Headers, secrets: readonly string[]): string | undefined {
  const found = requestIdHeaders.map((name) => headers.get(name)).find((value) => value !== null);
  return found && /^[\w.:=+/-]{1,128}$/.test(found) && redact(found, secrets) === found ? found : undefined;
}

function mediaType(headers: Headers): string {
  return (
    /^[\w.+-]{1,50}\/[\w.+-]{1,50}/.exec(headers.get('content-type') ?? '')?.[0] ?? 'a body of no stated type'
  );
}

// The error of the parser is discarded because it quotes the text.
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function stringField(value: unknown, name: string): string | undefined {
  const found = getField(value, name);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

function truncate(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
