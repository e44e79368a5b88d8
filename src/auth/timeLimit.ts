import { SignInError } from './errors.ts';

/** How long a person may take in the browser: 5 minutes, in milliseconds. */
export const browserTimeoutMs = 5 * 60_000;

/** Rejects with `noAnswer` when the work takes longer. */
export function withTimeout<T>(limitMs: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new SignInError('noAnswer')), limitMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
