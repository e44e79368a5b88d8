import { SignInError } from './errors.ts';

/**
 * The time limit in milliseconds for the user to complete a sign-in in the browser. A message of `describeSignInError`
 * contains it: 5 minutes.
 */
export const browserTimeoutMs = 5 * 60_000;

/** Settles like `promise`, or rejects with a `SignInError` (`browserTimeout`) after the time limit. */
export function withBrowserTimeout<T>(timeoutMs: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new SignInError('browserTimeout')), timeoutMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
