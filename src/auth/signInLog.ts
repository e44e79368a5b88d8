import type { RequestLogger } from '../api/transport.ts';

let logger: RequestLogger | undefined;

/** Every request to an authorization server is told to `next` from now on: nothing of a query, a header or a body. */
export function setSignInLogger(next: RequestLogger): void {
  logger = next;
}

/** A request that has ended; `code` is the error of OAuth that it ended with. */
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
  logger?.request({
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
