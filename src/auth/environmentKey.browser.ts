import type { AuthSession } from './session.ts';

/** A web worker has no environment, and no machine of its own. */
export const machineName = '';

export function environmentSessions(): readonly AuthSession[] {
  return [];
}
