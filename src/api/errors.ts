/** What went wrong, as far as a caller can act on it. */
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

/** One field that breaks a rule; `path` reads like code: `environmentVariables[1].value`. */
export interface ApiIssue {
  readonly path: string;
  readonly message: string;
}

/** `noCredential`: nothing to send, no request was made. `refused`: the service doesn't accept what was sent. */
type UnauthorizedReason = 'noCredential' | 'refused';

/** Everything that an `ApiError` holds besides its message. */
export interface ApiErrorDetails {
  readonly kind: ApiErrorKind;
  /** The client's own name of the operation: `environments.getLogs`. */
  readonly operation: string;
  readonly method: string;
  /** Without base URL and query; a template (`{environmentId}`) when the request couldn't be built. */
  readonly path: string;
  readonly status?: number | undefined;
  /** The service's code, the system's (`ECONNREFUSED`), or the client's own (`INVALID_REQUEST`, `REDIRECTED`, `NOT_THIS_API`). */
  readonly code?: string | undefined;
  readonly defined?: boolean | undefined;
  readonly data?: unknown;
  readonly issues?: readonly ApiIssue[] | undefined;
  readonly reason?: UnauthorizedReason | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly unknownPath?: boolean | undefined;
  /** Default `any`. */
  readonly scope?: 'any' | 'user' | undefined;
}

/**
 * The only error that the client throws, apart from what `getToken` rejects with. Holds no secret: no token,
 * no body, no query; what the service said is cleared of what was sent in confidence, and there is no `cause`.
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
  /** About the request in a `badRequest` (see `brokenRules`), about the response in an `unexpectedResponse`. */
  readonly issues: readonly ApiIssue[];
  readonly reason: UnauthorizedReason | undefined;
  readonly requestId: string | undefined;
  /** How long the service asked to wait. */
  readonly retryAfterMs: number | undefined;
  /** The service has no such operation: a wrong base URL, or an operation beyond the specification. */
  readonly unknownPath: boolean;
  /** Whose credential the operation takes. */
  readonly scope: 'any' | 'user';

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
    this.unknownPath = details.unknownPath ?? false;
    this.scope = details.scope ?? 'any';
  }
}

/** Whether this is an error of the client, and of this kind when one is given. */
export function isApiError(error: unknown, kind?: ApiErrorKind): error is ApiError {
  return error instanceof ApiError && (kind === undefined || error.kind === kind);
}

/**
 * Returns the rules that a request breaks, named by the service or by the client's check of the request. Other errors have none:
 * the issues of an unreadable response are about the response.
 */
export function getBrokenRules(error: unknown): readonly ApiIssue[] {
  return isApiError(error, 'badRequest') ? error.issues : [];
}

/** `['environmentVariables', 1, 'value']` as `environmentVariables[1].value`. */
export function formatPath(path: readonly unknown[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else if (typeof part === 'string') text += text === '' ? part : `.${part}`;
  }
  return text;
}

/** The service doesn't have the operation. */
export function isUnsupported(error: unknown): boolean {
  return error instanceof ApiError && error.unknownPath;
}

/** `name: must be 1 to 100 characters; color: …`. */
export function formatApiIssues(issues: readonly ApiIssue[]): string {
  return issues
    .map(({ path, message }) => (path.trim() === '' ? message.replace(/^[\s:]+/, '') : `${path}: ${message}`))
    .join('; ');
}
