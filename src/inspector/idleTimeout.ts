/** Maximum delay of `setTimeout` in milliseconds. */
export const maxTimerMs = 2 ** 31 - 1;

/** Milliseconds without a response or progress, after which a call is canceled. */
export const idleTimeoutMs = 120_000;

/**
 * Starts a timer that aborts the returned signal after `ms` milliseconds without a reset. The timer restarts if it ends
 * while the server is waiting for the user.
 */
export function startIdleTimeout(ms: number, isWaitingForUser: () => boolean) {
  const limit = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const reset = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (isWaitingForUser()) reset();
      else limit.abort(new DOMException('timeout', 'TimeoutError'));
    }, ms);
  };
  reset();
  return { signal: limit.signal, reset, stop: () => clearTimeout(timer) };
}

/** Settles like `work`, or rejects with the reason of `signal` as soon as it's aborted, even if `work` never settles. */
export async function rejectWhenAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const settled = new AbortController();
  try {
    signal.throwIfAborted();
    return await new Promise<T>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { signal: settled.signal });
      work.then(resolve, reject);
    });
  } finally {
    settled.abort();
    // A later rejection would otherwise be unhandled.
    work.catch(() => undefined);
  }
}

/**
 * Runs `work` with a signal that is aborted with `signal`, or with a `TimeoutError` after `ms` milliseconds. Rejects
 * then, even if `work` never settles. Unlike the timer of `AbortSignal.timeout`, the timer keeps the process running.
 */
export async function withTimeLimit<T>(
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException('timeout', 'TimeoutError')), ms);
  const either = AbortSignal.any([signal, limit.signal]);
  try {
    return await rejectWhenAborted(either, work(either));
  } finally {
    clearTimeout(timer);
  }
}
