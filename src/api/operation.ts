import type * as z from 'zod/mini';
import type { ApiIssue } from './errors.ts';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/**
 * The credential that an operation requires. `any`: an API key, or the access token of a user who signed in. `user`:
 * only the latter.
 */
export type RequiredCredential = 'any' | 'user';

/** The last parameter of every function of the client. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whether a temporary failure isn't retried, for callers that retry requests themselves. */
  readonly isSingleTry?: boolean | undefined;
  /** Called before a retry whose delay, in milliseconds, the service requested with `Retry-After`. */
  readonly onWait?: ((ms: number) => void) | undefined;
}

/** Facts about a response other than its body. */
interface ResponseInfo {
  /** The service's time when it responded, in milliseconds since the epoch. */
  readonly serverTime: number | undefined;
}

/**
 * The value of a response, or the reasons why the response is invalid. `droppedCount` is the number of list elements
 * that were left out because they are invalid, such as without an ID.
 */
export type ReadResult<T> =
  | { readonly ok: true; readonly value: T; readonly droppedCount: number }
  | { readonly ok: false; readonly issues: readonly ApiIssue[] };

/** Reads the JSON of a successful response. `json` is `undefined` for a response without a body (HTTP 204). */
export type ResponseReader<T> = (json: unknown, info: ResponseInfo) => ReadResult<T>;

/** One operation of the service. `createFunctions` creates a function of the client for each operation. */
export interface Operation<T = unknown> {
  /**
   * The number in the specification, or `unspecified`. The client stops sending requests for an unspecified operation that
   * the service doesn't support.
   */
  readonly id: `E${number}` | 'unspecified';
  readonly method: HttpMethod;
  /**
   * A template such as `/v1/environments/{environmentId}/logs`. The IDs in braces are the first parameters of the
   * function.
   */
  readonly path: `/v1/${string}`;
  /** The schema that validates the query before a request is sent. */
  readonly query?: z.ZodMiniType;
  /** The schema that validates the body before a request is sent. */
  readonly body?: z.ZodMiniType;
  /** Default: `any`. */
  readonly requiredCredential?: RequiredCredential;
  readonly readResponse: ResponseReader<T>;
}

/** A group of operations, by the names of their functions. */
export interface OperationGroup {
  readonly [name: string]: Operation;
}

export interface NamedOperation<T> extends Operation<T> {
  /** The name of the group and the function, such as `environments.getLogs`. */
  readonly name: string;
}

/** The unvalidated input of an operation. */
export interface OperationInput {
  /** The IDs in the path, in their order. */
  readonly ids: readonly unknown[];
  readonly query?: unknown;
  readonly body?: unknown;
}

/** Executes an operation. Rejects with an `ApiError`. */
export type CallOperation = <T>(
  operation: NamedOperation<T>,
  input: OperationInput,
  options: CallOptions | undefined,
) => Promise<T>;
