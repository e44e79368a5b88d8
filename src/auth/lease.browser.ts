import { type Lease, leaseTimeoutMs } from './renewal.ts';

/** The part of the Web Locks API that is used. Some workers don't support it. */
interface Locks {
  request(name: string, task: () => Promise<void>): Promise<void>;
}

/** Creates a lease among the workers of one origin, or within this window if there are no Web Locks. */
export function createLease(
  _folder: string | undefined,
  warn: (message: string) => void,
  options: { abandonedMs?: number } = {},
): Lease {
  const lastTurns = new Map<string, Promise<unknown>>();
  let hasWarned = false;
  return async (name, task) => {
    const { locks } = navigator as Navigator & { readonly locks?: Locks };
    if (!locks) {
      const result = (lastTurns.get(name) ?? Promise.resolve()).then(task);
      lastTurns.set(
        name,
        result.catch(() => undefined),
      );
      return result;
    }
    const turn = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const request = locks.request(`hostedMcp.lease.${name}`, () => {
      turn.resolve();
      return release.promise;
    });
    request.catch((error: unknown) => {
      if (!hasWarned) warn(`No lease among windows: ${error instanceof Error ? error.message : error}`);
      hasWarned = true;
      turn.resolve();
    });
    await turn.promise;
    const timer = setTimeout(release.resolve, options.abandonedMs ?? leaseTimeoutMs);
    try {
      return await task();
    } finally {
      clearTimeout(timer);
      release.resolve();
    }
  };
}
