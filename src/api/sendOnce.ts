import { ApiError } from './errors.ts';
import { mightHaveSucceeded, sleep } from './retry.ts';

/** Time to wait for a request that might still be on its way after the connection was lost, in milliseconds. */
export const inFlightMs = 1000;

/** The result of a search for the change that a request makes, for a request without a response. */
export type SearchOutcome<T, Failure = ApiError> =
  /** The change was made. `value` is the result of the search. */
  | { readonly kind: 'found'; readonly value: T }
  /** `notFound`: the change wasn't made. `unknown`: the last search failed, or the caller can't search. */
  | { readonly kind: 'notFound' | 'unknown'; readonly error: Failure };

/** The result of `sendOnce`. */
export type SendOutcome<T> =
  /** The service confirmed the request. */
  | { readonly kind: 'done'; readonly value: T }
  /** Nothing was changed: the service rejected the request, or never received it. */
  | { readonly kind: 'notDone'; readonly error: ApiError }
  | SearchOutcome<T>;

/** A function that finds out whether a request made its change. */
export interface ChangeSearch<T> {
  /**
   * Returns the changed resource, or `undefined` if the change wasn't made. If the promise rejects, the outcome is
   * `unknown`. Must not use the signal of the request, because a canceled request might have made its change. Absent if
   * the API has no way to search for the change.
   */
  readonly findChange?: (() => Promise<T | undefined>) | undefined;
  /** The delay before each search. Searches stop when the change is found. Default: one immediate search. */
  readonly delaysMs?: readonly number[] | undefined;
  /** Replaces `sleep` in tests. */
  readonly sleep?: typeof sleep | undefined;
}

interface SendOnceOptions<T> extends ChangeSearch<T> {
  readonly send: () => Promise<T>;
}

/**
 * Sends a request that must not be repeated. If the response is lost, searches for the change to find out whether the
 * request succeeded. Rejects only if `send` rejects with an error that isn't an `ApiError`, such as a canceled sign-in.
 * No request was sent in these cases.
 */
export async function sendOnce<T>({ send, ...search }: SendOnceOptions<T>): Promise<SendOutcome<T>> {
  try {
    return { kind: 'done', value: await send() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return mightHaveSucceeded(error) ? searchChange(error, search) : { kind: 'notDone', error };
  }
}

/** Searches for the change of a request that failed with `error`. Never rejects. */
export async function searchChange<T, Failure>(
  error: Failure,
  { findChange, delaysMs = [0], sleep: wait = sleep }: ChangeSearch<T>,
): Promise<SearchOutcome<T, Failure>> {
  let kind: 'notFound' | 'unknown' = 'unknown';
  for (const delayMs of findChange ? delaysMs : []) {
    if (delayMs > 0) await wait(delayMs, undefined);
    try {
      const value = await findChange?.();
      if (value !== undefined) return { kind: 'found', value };
      kind = 'notFound';
    } catch {
      kind = 'unknown';
    }
  }
  return { kind, error };
}
