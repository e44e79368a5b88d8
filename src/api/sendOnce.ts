import { ApiError } from './errors.ts';
import { mightHaveSucceeded } from './retry.ts';
import { sleep } from './sleep.ts';

/** Time to wait, in milliseconds, for a request that might still be on its way after its response was lost. */
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
  /** Nothing was changed: the service rejected the request or never received it. */
  | { readonly kind: 'notDone'; readonly error: ApiError }
  | SearchOutcome<T>;

/** A function that finds out whether a request made its change. */
export interface ChangeSearch<T> {
  /**
   * Returns the changed resource, or `undefined` if the change wasn't made. If the promise rejects, the outcome is
   * unknown. Must not use the signal of the request, because the service might make the change although the request was
   * canceled. Absent if the service offers no way to check.
   */
  readonly findChange?: (() => Promise<T | undefined>) | undefined;
  /**
   * Delay before each search, in milliseconds. Searches stop when the change is found. Default: one immediate search.
   */
  readonly delaysMs?: readonly number[] | undefined;
  /** Replaced in tests. */
  readonly sleep?: typeof sleep | undefined;
}

interface SendOnceOptions<T> extends ChangeSearch<T> {
  readonly send: () => Promise<T>;
}

/**
 * Sends a request that must not be repeated. If the response is lost, asks the service whether the change was made.
 * Rejects only with errors of `send` that aren't an `ApiError`, such as the cancellation of a sign-in. In these cases,
 * no request was sent.
 */
export async function sendOnce<T>({ send, ...search }: SendOnceOptions<T>): Promise<SendOutcome<T>> {
  try {
    return { kind: 'done', value: await send() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return mightHaveSucceeded(error) ? searchChange(error, search) : { kind: 'notDone', error };
  }
}

/** Searches for the change that a request makes, after its response was lost with `error`. Never rejects. */
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
