import type { RequestLogger } from '../api/transport.ts';

let logger: RequestLogger | undefined;

/** Logs every request to an authorization server from now on, without query, headers, and body. */
export function setSignInLogger(newLogger: RequestLogger): void {
  logger = newLogger;
}

/** A completed request. `code` is its OAuth error. */
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
