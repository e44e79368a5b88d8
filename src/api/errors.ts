/** The kinds of errors that callers distinguish. */
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
  | 'canceled'
  | 'unexpectedResponse';

/** A problem with one field of a request or a response. */
export interface ApiIssue {
  /** The path of the field, such as `environmentVariables[1].value`. Empty for the whole request or response. */
  readonly path: string;
  readonly message: string;
}

/** `noCredential`: there is no credential, and no request was sent. `rejected`: the service rejected the credential. */
type UnauthorizedReason = 'noCredential' | 'rejected';

/** The arguments of an `ApiError` in addition to its message. */
export interface ApiErrorDetails {
  readonly kind: ApiErrorKind;
  /** The name of the operation in this client, such as `environments.getLogs`. */
  readonly operation: string;
  readonly method: string;
  /**
   * The path without base URL and query, or its template, such as `/v1/environments/{environmentId}`, if the request
   * was invalid.
   */
  readonly path: string;
  readonly status?: number | undefined;
  /**
   * A code of the service, of the system (`ECONNREFUSED`), or of this client: `INVALID_REQUEST` (the input is invalid,
   * and no request was sent), `REDIRECTED` (the redirect wasn't followed), `NOT_THIS_API` (the response isn't from this
   * API).
   */
  readonly code?: string | undefined;
  /** The `data` of the service's error response, with the secrets of the request redacted. */
  readonly data?: unknown;
  /** Problems of the request in a `badRequest`, or of the response in an `unexpectedResponse`. Default: none. */
  readonly issues?: readonly ApiIssue[] | undefined;
  /** Present if the kind is `unauthorized`. */
  readonly reason?: UnauthorizedReason | undefined;
  /** The service's ID for the request, which users can quote to its operators. */
  readonly requestId?: string | undefined;
  /** The delay that the service requested with `Retry-After`. */
  readonly retryAfterMs?: number | undefined;
  /**
   * Whether the service doesn't have this operation, because the base URL is wrong, or the operation isn't in the
   * specification. Default: false.
   */
  readonly isUnsupportedOperation?: boolean | undefined;
  /** The credential that the operation requires. Default: `any`. */
  readonly requiredCredential?: 'any' | 'user' | undefined;
}

/**
 * The error of the client, which throws no other one, except that errors of `getToken` are passed on. An `ApiError`
 * contains no secrets: no token, no body, no query, and no `cause`. It contains texts of the service, in which the
 * secrets of the request are redacted. `ApiErrorDetails` describes the fields.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly data: unknown;
  readonly issues: readonly ApiIssue[];
  readonly reason: UnauthorizedReason | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly isUnsupportedOperation: boolean;
  readonly requiredCredential: 'any' | 'user';

  constructor(message: string, details: ApiErrorDetails) {
    super(message);
    this.kind = details.kind;
    this.operation = details.operation;
    this.method = details.method;
    this.path = details.path;
    this.status = details.status;
    this.code = details.code;
    this.data = details.data;
    this.issues = details.issues ?? [];
    this.reason = details.reason;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
    this.isUnsupportedOperation = details.isUnsupportedOperation ?? false;
    this.requiredCredential = details.requiredCredential ?? 'any';
  }
}

/** Whether an error is an `ApiError`. If `kind` is given, the error must also have this kind. */
export function isApiError(error: unknown, kind?: ApiErrorKind): error is ApiError {
  return error instanceof ApiError && (kind === undefined || error.kind === kind);
}

/**
 * Returns the problems of a request that the service or the client's own validation found. Returns none for an error
 * with another cause.
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

/** Whether an error means that the service doesn't support the operation. */
export function isUnsupportedError(error: unknown): boolean {
  return error instanceof ApiError && error.isUnsupportedOperation;
}

/** Whether an error means that the requested resource doesn't exist. False if the operation isn't supported. */
export function isNotFoundError(error: unknown): boolean {
  return isApiError(error, 'notFound') && !error.isUnsupportedOperation;
}

/** Formats issues as `name must have 1 to 100 characters; color: expected a string`. */
export function formatApiIssues(issues: readonly ApiIssue[]): string {
  return issues.map(formatApiIssue).join('; ');
}

function formatApiIssue({ path, message }: ApiIssue): string {
  // Some services begin a message without a path with a colon.
  if (path.trim() === '') return message.replace(/^[\s:]+/, '');
  // The subject of a message such as "must be a string" is the field.
  const isPredicate =
    /^(?:is|are|was|were|has|have|must|should|can|could|may|might|does|do|needs)(?:n?['’]t|not)?\s/.test(
      message,
    );
  return isPredicate ? `${path} ${message}` : `${path}: ${message}`;
}
