import type * as z from 'zod/mini';
import type { ApiIssue } from './errors.ts';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** `user`: an API key won't do. `any`: API key or OAuth access token. */
export type CredentialScope = 'any' | 'user';

/** The last parameter of every function of the client. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** A failure that may pass isn't tried again here: the caller does that, and tells the user. */
  readonly isSingleTry?: boolean | undefined;
  /** The service asks to wait so many ms (`Retry-After`) for the next try, which then follows by itself. */
  readonly onWait?: ((ms: number) => void) | undefined;
}

/** What a reply came with besides its body. */
interface ResponseInfo {
  /** The service's clock when it answered, in ms since 1970. */
  readonly serverTime: number | undefined;
}

/** `dropped`: records of a list that had no usable id and were left out. */
export type ReadResult<T> =
  | { readonly ok: true; readonly value: T; readonly dropped: number }
  | { readonly ok: false; readonly issues: readonly ApiIssue[] };

/** Reads the JSON of a success; `undefined` stands for an answer that has no body by its status. */
export type ResponseReader<T> = (json: unknown, info: ResponseInfo) => ReadResult<T>;

/** One operation of the service. The function of the client follows from it (`functions.ts`). */
export interface Operation<T = unknown> {
  /** As the specification counts. What is `beyond` it may be absent at a service, and that is then remembered. */
  readonly id: `E${number}` | 'beyond';
  readonly method: HttpMethod;
  /** A template, `/v1/environments/{environmentId}/logs`: the function takes first what is in braces. */
  readonly path: `/v1/${string}`;
  /** The rules that the caller's query must keep before anything is sent. */
  readonly query?: z.ZodMiniType;
  /** The same for the body. */
  readonly body?: z.ZodMiniType;
  /** Default `any`. */
  readonly scope?: CredentialScope;
  readonly readResponse: ResponseReader<T>;
}

/** A group of operations, each by the name of its function. */
export interface OperationGroup {
  readonly [name: string]: Operation;
}

export interface NamedOperation<T> extends Operation<T> {
  /** `environments.getLogs` */
  readonly name: string;
}

/** What the caller gave for an operation: not checked yet. */
export interface OperationInput {
  /** In the order of the path. */
  readonly ids: readonly unknown[];
  readonly query?: unknown;
  readonly body?: unknown;
}

/** Carries an operation out. Rejects with an `ApiError`. */
export type CallOperation = <T>(
  operation: NamedOperation<T>,
  input: OperationInput,
  options: CallOptions | undefined,
) => Promise<T>;
