import * as l10n from '@vscode/l10n';
import { getField } from '../fields.ts';
import { ApiError, type ApiErrorKind, type ApiIssue, formatApiIssues, formatPath } from './errors.ts';
import type { ExchangeResult } from './exchange.ts';
import type { NamedOperation, ReadResult, RequiredCredential } from './operation.ts';
import { redact, redactJson } from './redact.ts';
import { readRetryAfter, readServerTime } from './retry.ts';

/** The data of a request that `readResponse` needs. */
interface ResponseContext {
  readonly path: string;
  /** Texts that must not appear in an error. */
  readonly secrets: readonly string[];
  /** The current time in milliseconds since the epoch. */
  readonly now: number;
}

/** The value of a response, or the error that the call fails with. */
export type CallResult<T> =
  | { readonly ok: true; readonly value: T; readonly droppedCount: number }
  | { readonly ok: false; readonly error: ApiError };

const maxMessageLength = 500;
const maxPathLength = 200;
const maxIssues = 50;

/**
 * Reads the response to an operation: its value if the operation succeeded, otherwise an error from the response's body
 * or status.
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
      result.text === '' ? 'an empty body' : `${describeMediaType(result.headers)} that is not JSON`;
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
  const errorBody = redactJson(parseJson(text), context.secrets);
  const code = getText(errorBody, 'code');
  const data = getField(errorBody, 'data');
  const issues = readIssues(data);
  const serviceMessage = issues.length > 0 ? formatApiIssues(issues) : getText(errorBody, 'message');
  // An error response of this API has a code. A 404 without a code comes from a program that doesn't know the path,
  // such as a proxy.
  const isUnsupportedOperation = (status === 404 && code === undefined) || status === 405 || status === 501;
  return new ApiError(
    truncate(serviceMessage || l10n.t('The service returned HTTP status {0}.', status), maxMessageLength),
    {
      ...errorContext,
      kind: isUnsupportedOperation ? 'notFound' : toErrorKind(status),
      status,
      code: code === undefined ? undefined : truncate(code, maxPathLength),
      data,
      issues,
      reason: status === 401 ? 'rejected' : undefined,
      retryAfterMs: readRetryAfter(headers, context.now),
      isUnsupportedOperation,
    },
  );
}

const errorKinds: { readonly [status: number]: ApiErrorKind } = {
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
  return errorKinds[status] ?? (status >= 400 ? 'badRequest' : 'unexpectedResponse');
}

function readIssues(data: unknown): ApiIssue[] {
  const issues = getField(data, 'issues');
  if (!Array.isArray(issues)) return [];
  return issues.slice(0, maxIssues).flatMap((issue: unknown) => {
    const path: unknown = getField(issue, 'path');
    const message = getText(issue, 'message');
    if (message === undefined) return [];
    const parts = Array.isArray(path) ? path.map((part: unknown) => getField(part, 'key') ?? part) : [];
    return [
      { path: truncate(formatPath(parts), maxPathLength), message: truncate(message, maxMessageLength) },
    ];
  });
}

const requestIdHeaders = ['x-request-id', 'request-id', 'x-amzn-requestid', 'x-amz-cf-id', 'cf-ray'];

/** Returns the service's ID for the request, unless the ID contains a secret or unusual characters. */
export function getRequestId(headers: Headers, secrets: readonly string[]): string | undefined {
  const id = requestIdHeaders.map((name) => headers.get(name)).find((value) => value !== null);
  return id && /^[\w.:=+/-]{1,128}$/.test(id) && redact(id, secrets) === id ? id : undefined;
}

function describeMediaType(headers: Headers): string {
  return (
    /^[\w.+-]{1,50}\/[\w.+-]{1,50}/.exec(headers.get('content-type') ?? '')?.[0] ?? 'a body of no stated type'
  );
}

// The error of `JSON.parse` is discarded, because its message quotes the text.
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a field that is a string with content. */
function getText(value: unknown, name: string): string | undefined {
  const text = getField(value, name);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

function truncate(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
