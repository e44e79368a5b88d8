import type { AuthSession } from './session.ts';

/** A web worker has no environment variables and no host name. */
export const machineName = '';

export function readMachineSessions(): readonly AuthSession[] {
  return [];
}
