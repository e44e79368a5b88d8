/** The kind of an error, as far as callers handle them differently. */
export type ApiErrorKind =
  | 'badRequest'
  | 'unauthorized'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'rateLimited'
  | 'server'
  | 'network'
  | 'timeout'
  | 'cancelled'
  | 'unexpectedResponse';

/** A problem with one field of a request or a response. `path` has the form `environmentVariables[1].value`. */
export interface ApiIssue {
  readonly path: string;
  readonly message: string;
}

/** `noCredential`: there is no credential, and no request was sent. `refused`: the service rejected the credential. */
type UnauthorizedReason = 'noCredential' | 'refused';

/** The fields of an `ApiError` other than its message. */
export interface ApiErrorDetails {
  readonly kind: ApiErrorKind;
  /** The name of the operation in this client, such as `environments.getLogs`. */
  readonly operation: string;
  readonly method: string;
  /** The path without base URL and query, or the template (`{environmentId}`) if the request couldn't be built. */
  readonly path: string;
  readonly status?: number | undefined;
  /**
   * A code of the service, of the system (`ECONNREFUSED`), or of this client (`INVALID_REQUEST`, `REDIRECTED`,
   * `NOT_THIS_API`).
   */
  readonly code?: string | undefined;
  readonly defined?: boolean | undefined;
  readonly data?: unknown;
  readonly issues?: readonly ApiIssue[] | undefined;
  readonly reason?: UnauthorizedReason | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly isUnsupportedOperation?: boolean | undefined;
  /** Default: `any`. */
  readonly requiredCredential?: 'any' | 'user' | undefined;
}

/**
 * The only error of the client, other than rejections of `getToken`. It contains no secrets: no token, no body, no
 * query, and no `cause`. Secrets of the request are redacted in texts of the service.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly defined: boolean | undefined;
  readonly data: unknown;
  /**
   * Problems of the request in a `badRequest` (see `getBrokenRules`), or of the response in an `unexpectedResponse`.
   */
  readonly issues: readonly ApiIssue[];
  readonly reason: UnauthorizedReason | undefined;
  readonly requestId: string | undefined;
  /** The delay that the service requested. */
  readonly retryAfterMs: number | undefined;
  /** The service doesn't have this operation: the base URL is wrong, or the operation isn't in the specification. */
  readonly isUnsupportedOperation: boolean;
  /** The kind of credential that the operation requires. */
  readonly requiredCredential: 'any' | 'user';

  constructor(message: string, details: ApiErrorDetails) {
    super(message);
    this.kind = details.kind;
    this.operation = details.operation;
    this.method = details.method;
    this.path = details.path;
    this.status = details.status;
    this.code = details.code;
    this.defined = details.defined;
    this.data = details.data;
    this.issues = details.issues ?? [];
    this.reason = details.reason;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
    this.isUnsupportedOperation = details.isUnsupportedOperation ?? false;
    this.requiredCredential = details.requiredCredential ?? 'any';
  }
}

/** Whether an error is an `ApiError`, of the given kind if there is one. */
export function isApiError(error: unknown, kind?: ApiErrorKind): error is ApiError {
  return error instanceof ApiError && (kind === undefined || error.kind === kind);
}

/**
 * Returns the rules that a request breaks, according to the service or to the client's own validation. Returns none for
 * other errors.
 */
export function getRequestIssues(error: unknown): readonly ApiIssue[] {
  return isApiError(error, 'badRequest') ? error.issues : [];
}

/** Formats `['environmentVariables', 1, 'value']` as `environmentVariables[1].value`. */
export function formatPath(path: readonly unknown[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else if (typeof part === 'string') text += text === '' ? part : `.${part}`;
  }
  return text;
}

/** Whether the service doesn't have the operation. */
export function isUnsupportedError(error: unknown): boolean {
  return error instanceof ApiError && error.isUnsupportedOperation;
}

/** Formats issues as `name: must be 1 to 100 characters; color: …`. */
export function formatApiIssues(issues: readonly ApiIssue[]): string {
  return issues
    .map(({ path, message }) => (path.trim() === '' ? message.replace(/^[\s:]+/, '') : `${path}: ${message}`))
    .join('; ');
}
