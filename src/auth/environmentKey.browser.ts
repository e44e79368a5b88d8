import type { Session } from './session.ts';

/** A web worker has no environment. */
export function environmentSessions(): readonly Session[] {
  return [];
}
