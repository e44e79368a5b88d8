/** The longest that a timer takes. */
export const maxTimerMs = 2 ** 31 - 1;

/** Milliseconds without an answer or progress, after which a call is given up. */
export const idleTimeoutMs = 120_000;

/** Aborts after so many milliseconds in which nothing came. A person who is asked may think for as long as they like. */
export function startIdleTimeout(ms: number, isPersonAsked: () => boolean) {
  const limit = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const came = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (isPersonAsked()) came();
      else limit.abort(new DOMException('timeout', 'TimeoutError'));
    }, ms);
  };
  came();
  return { signal: limit.signal, came, end: () => clearTimeout(timer) };
}

/** Settles as `work` does, or rejects with the reason of `signal` as soon as it is aborted, even if `work` never settles. */
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
    // A rejection that comes later has no one to handle it.
    work.catch(() => undefined);
  }
}

/**
 * Runs `work` with a signal that is aborted with `signal`, or with a `TimeoutError` after `ms` milliseconds, and rejects then,
 * even if `work` never settles. The timer keeps the process running, unlike the one of `AbortSignal.timeout`.
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
