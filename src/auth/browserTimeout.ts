import { SignInError } from './errors.ts';

/** The time limit for the user in the browser: 5 minutes, in ms. */
export const browserTimeoutMs = 5 * 60_000;

/** Rejects with `noAnswer` after the time limit. */
export function withBrowserTimeout<T>(timeoutMs: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new SignInError('noAnswer')), timeoutMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
