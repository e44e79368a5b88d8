import type * as z from 'zod/mini';
import type { ApiIssue } from './errors.ts';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/**
 * The kind of credential that an operation requires. `user`: an OAuth access token. `any`: an API key or an OAuth
 * access token.
 */
export type RequiredCredential = 'any' | 'user';

/** The last parameter of every function of the client. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Disables retries of temporary failures, for callers that retry and report them themselves. */
  readonly isSingleTry?: boolean | undefined;
  /** Called with the delay in ms before a retry that the service requested with `Retry-After`. */
  readonly onWait?: ((ms: number) => void) | undefined;
}

/** Facts about a response other than its body. */
interface ResponseInfo {
  /** The service's clock when it responded, in ms since 1970. */
  readonly serverTime: number | undefined;
}

/**
 * The value of a response, or the reasons why it's unreadable. `dropped` is the number of list elements that were left
 * out because they have no valid ID.
 */
export type ReadResult<T> =
  | { readonly ok: true; readonly value: T; readonly droppedCount: number }
  | { readonly ok: false; readonly issues: readonly ApiIssue[] };

/** Reads the JSON of a successful response. The JSON is `undefined` for a response without a body (HTTP 204). */
export type ResponseReader<T> = (json: unknown, info: ResponseInfo) => ReadResult<T>;

/** One operation of the service. `functions.ts` derives the function of the client from it. */
export interface Operation<T = unknown> {
  /**
   * The number in the specification, or `beyond` for an operation that isn't part of it. If a service doesn't have such
   * an operation, the client remembers that.
   */
  readonly id: `E${number}` | 'beyond';
  readonly method: HttpMethod;
  /**
   * A template such as `/v1/environments/{environmentId}/logs`. The parameters in braces are the first parameters of
   * the function.
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

/** A group of operations by the names of their functions. */
export interface OperationGroup {
  readonly [name: string]: Operation;
}

export interface NamedOperation<T> extends Operation<T> {
  /** The name with its group, such as `environments.getLogs`. */
  readonly name: string;
}

/** The unvalidated input of an operation. */
export interface OperationInput {
  /** The IDs in the order of the path. */
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
