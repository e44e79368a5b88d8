import type { RequestLogger } from '../api/transport.ts';

let logger: RequestLogger | undefined;

/** Sets the logger for all later requests of a sign-in. Query, headers, and body are never logged. */
export function setSignInLogger(newLogger: RequestLogger): void {
  logger = newLogger;
}

/**
 * A completed request. `status` is absent if there was no response. `code`: OAuth error code. `startedAt`: time of
 * `performance.now()`.
 */
interface SignInLogEntry {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly startedAt: number;
  readonly status?: number;
  readonly code?: string | undefined;
}

export function logSignInRequest({ operation, method, url, startedAt, status, code }: SignInLogEntry): void {
  const { host, pathname } = new URL(url);
  logger?.logRequest({
    operation,
    method,
    path: host + pathname,
    status,
    code,
    attempt: 1,
    durationMs: performance.now() - startedAt,
    ...(status === undefined && { error: 'network' as const }),
  });
}
