import { type AuthSession, hasSessionEnded } from '../../../../src/auth/session.ts';
import type { Clock } from './clock.ts';
import type { Server, ServerRules, Tokens } from './server.ts';
import { listedIn, liveIn, type SharedStorage } from './storage.ts';
import type { EditorWindow } from './window.ts';

/** A world of windows that share a session, and its faults. */
export interface Setting extends ServerRules {
  readonly seed: number;
  readonly windows: number;
  readonly hasLease: boolean;
  /** The machines that the windows run on, such as a local and a remote one. Each has its own lease. */
  readonly hosts: number;
  /**
   * `limited`: never the last attempt of a renewal, and no window stops while tokens from the server aren't stored
   * anywhere.
   */
  readonly lostReplies: 'none' | 'limited' | 'any';
  /** The ratio of requests that fail, from 0 to 1. With 1, the server is down. */
  readonly faults: number;
  /** Windows sleep and crash, and their clocks jump. */
  readonly hasStops: boolean;
  /** Now and then, and at the end. */
  readonly signsOut: boolean;
  /** All faults end after this many rotations, or as many hours. */
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
  /** Violations of the rules. */
  readonly issues: string[];
  readonly count: { requests: number; faults: number; busiest: number };
  /** `calm`: there are no further faults. `over`: there are no further requests either. */
  phase: 'faults' | 'calm' | 'over';
  isSigningIn: boolean;
}

interface SessionFate {
  readonly family: Tokens['family'];
  /** The time at which the user signed out. */
  goneAt: number;
}

export const minute = 60_000;
export const hour = 60 * minute;

export function isAwake(window: EditorWindow, { clock }: World): boolean {
  return window.isUp && window.asleepUntil <= clock.now;
}

/** Whether all tokens from the server are stored. */
export function isSettled({ storage, server }: World): boolean {
  const token = liveIn(storage.truth)?.refresh?.token;
  return token === undefined || server.byRefresh(token)?.spentAt === undefined;
}

export function issue({ issues, clock }: World, what: string, by?: EditorWindow): void {
  issues.push(`${new Date(clock.now).toISOString()} ${by ? `${by.name} ` : ''}${what}`);
}

/** Checks a stored session. */
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

/** Checks a token that a window got, or that there is none. */
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
