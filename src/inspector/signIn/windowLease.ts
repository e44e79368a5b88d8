import { createLease } from '../../auth/lease.node.ts';
import type { Lease } from '../../auth/renewal.ts';
import type { Context } from '../../context.ts';

/** Creates a lease that only one window at a time holds. Without local storage, each window has its own. */
export function createWindowLease({ extension, log }: Pick<Context, 'extension' | 'log'>): Lease {
  const { scheme, fsPath } = extension.globalStorageUri;
  return createLease(scheme === 'file' ? fsPath : undefined, (message) => log.warn(message));
}
