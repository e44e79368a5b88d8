import type { RequestLogger } from '../api/transport.ts';

let logger: RequestLogger | undefined;

/** Every request to an authorization server is told to `next` from now on: nothing of a query, a header or a body. */
export function logSignIn(next: RequestLogger): void {
  logger = next;
}

/** A request that has ended; `code` is the error of OAuth that it ended with. */
interface SignInRequest {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly startedAt: number;
  readonly status?: number;
  readonly code?: string | undefined;
}

export function noteSignIn({ operation, method, url, startedAt, status, code }: SignInRequest): void {
  const { host, pathname } = new URL(url);
  logger?.request({
    ...{ operation, method, path: host + pathname, status, code, attempt: 1 },
    durationMs: performance.now() - startedAt,
    ...(status === undefined && { error: 'network' as const }),
  });
}
