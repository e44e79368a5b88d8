import { createLease } from '../../auth/lease.node.ts';
import type { Lease } from '../../auth/renewal.ts';
import type { Context } from '../../context.ts';

/** For what one window at a time may do; without files of its own, each window is by itself. */
export function createWindowLease({ extension, log }: Pick<Context, 'extension' | 'log'>): Lease {
  const { scheme, fsPath } = extension.globalStorageUri;
  return createLease(scheme === 'file' ? fsPath : undefined, (message) => log.warn(message));
}
