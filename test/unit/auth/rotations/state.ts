import { type AuthSession, hasSessionEnded } from '../../../../src/auth/session.ts';
import type { Clock } from './clock.ts';
import type { Server, ServerRules, Tokens } from './server.ts';
import { listedIn, liveIn, type SharedStorage } from './storage.ts';
import type { EditorWindow } from './window.ts';

/** A world of windows that share a session, and what goes wrong in it. */
export interface Setting extends ServerRules {
  readonly seed: number;
  readonly windows: number;
  readonly hasLease: boolean;
  /** Machines that the windows are on, such as this one and a remote one: each has a lease of its own. */
  readonly hosts: number;
  /**
   * `limited`: never the last try of a renewal, and no window stops while what the server gave is stored nowhere.
   */
  readonly lostReplies: 'none' | 'limited' | 'any';
  /** How many of all requests fail, from 0 to 1. With 1 the server is down. */
  readonly faults: number;
  /** Windows sleep and break down, and their clocks jump. */
  readonly hasStops: boolean;
  /** Now and then, and in the end. */
  readonly signsOut: boolean;
  /** After so many, or after so many hours, all is well again. */
  readonly rotations: number;
  readonly hours: number;
}

export interface World {
  readonly setting: Setting;
  readonly clock: Clock;
  readonly server: Server;
  readonly storage: SharedStorage;
  readonly windows: readonly EditorWindow[];
  readonly sessions: Map<string, SessionFate>;
  /** What must not be. */
  readonly issues: string[];
  readonly count: { requests: number; faults: number; busiest: number };
  /** `calm`: nothing goes wrong any more. `over`: nor does anyone ask for anything. */
  phase: 'faults' | 'calm' | 'over';
  isSigningIn: boolean;
}

interface SessionFate {
  readonly family: Tokens['family'];
  /** When the user signed out. */
  goneAt: number;
}

export const minute = 60_000;
export const hour = 60 * minute;

export function isAwake(window: EditorWindow, { clock }: World): boolean {
  return window.isUp && window.asleepUntil <= clock.now;
}

/** Nothing that the server gave is on its way to the storage. */
export function isSettled({ storage, server }: World): boolean {
  const token = liveIn(storage.truth)?.refresh?.token;
  return token === undefined || server.byRefresh(token)?.spentAt === undefined;
}

export function issue({ issues, clock }: World, what: string, by?: EditorWindow): void {
  issues.push(`${new Date(clock.now).toISOString()} ${by ? `${by.name} ` : ''}${what}`);
}

/** A session was stored. */
export function judgeWrite(world: World, session: AuthSession): void {
  if (hasSessionEnded(session)) {
    if (!world.sessions.get(session.id)?.family.isRevoked)
      issue(world, 'ended a session that the server still renews');
    return;
  }
  const tokens = world.server.byAccess(session.accessToken);
  if (tokens) tokens.storedAt ??= world.clock.now;
  else issue(world, 'stored tokens that the server never issued');
  for (const { unstored } of world.windows) if (tokens) unstored.delete(tokens);
}

/** A window got a token, or was told that there is none. */
export function judgeToken(
  world: World,
  by: EditorWindow,
  session: AuthSession,
  token: string | undefined,
): void {
  const isListed = listedIn(world.storage.truth)?.id === session.id;
  if (token === undefined) {
    if (isListed && !world.sessions.get(session.id)?.family.isRevoked)
      issue(world, 'has no token although the user is signed in', by);
  } else if (world.server.byAccess(token)?.storedAt === undefined) {
    issue(world, 'uses a token that was never stored', by);
  }
}
