import type * as z from 'zod/mini';
import type { Issue } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** `user`: an API key will not do. `any`: API key or OAuth access token. */
export type Scope = 'any' | 'user';

/** The last parameter of every method of the client. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** A failure that may pass is not tried again here: the caller does that, and tells the user. */
  readonly isSingleTry?: boolean | undefined;
  /** The service asks to wait so many ms (`Retry-After`) for the next try, which then follows by itself. */
  readonly onWait?: ((ms: number) => void) | undefined;
}

/** A value from the caller, and the rules it must keep before anything is sent. */
export interface Checked {
  readonly schema: z.ZodMiniType;
  readonly value: unknown;
}

/** What a reply came with besides its body. */
export interface ReplyInfo {
  /** The service's clock when it answered, in ms since 1970. */
  readonly serverTime: number | undefined;
}

/** `dropped`: records of a list that had no usable id and were left out. */
export type Read<T> =
  | { readonly ok: true; readonly value: T; readonly dropped: number }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** Reads the JSON of a success; `undefined` stands for an answer that has no body by its status. */
export type Reply<T> = (json: unknown, info: ReplyInfo) => Read<T>;

/** One operation of the service with what the caller gave for it. */
export interface Operation<T> {
  /** `environments.getLogs` */
  readonly name: string;
  readonly method: Method;
  /** A template: `/v1/environments/{environmentId}/logs`. */
  readonly path: string;
  readonly params?: { readonly [name: string]: string };
  readonly query?: Checked;
  readonly body?: Checked;
  /** Default `any`. */
  readonly scope?: Scope;
  /** Not in the specification: may be absent at a service, and that is then remembered. */
  readonly beyond?: true;
  readonly reply: Reply<T>;
}

/** Carries an operation out. Rejects with an `ApiError`. */
export type Call = <T>(operation: Operation<T>, options: CallOptions | undefined) => Promise<T>;
