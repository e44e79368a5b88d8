import { getRenewTime, type RefreshFailure } from '../../../../src/auth/renewal.ts';
import type { AuthSession } from '../../../../src/auth/session.ts';
import { type Course, fine, harmlessFault, losingFault, outage } from './faults.ts';
import type { Tokens } from './server.ts';
import { isAwake, isSettled, issue, minute, type World } from './state.ts';
import { visibleMs } from './storage.ts';
import type { EditorWindow } from './window.ts';

class RefreshError extends Error {
  readonly failure: RefreshFailure;
  constructor(failure: RefreshFailure) {
    super(failure);
    this.failure = failure;
  }
}

export function kindOf(error: unknown): RefreshFailure {
  return error instanceof RefreshError ? error.failure : 'temporary';
}

/** Returns the session that a window creates from the tokens. */
export function tokensOf(given: Tokens, by: EditorWindow, { clock, setting }: World) {
  const now = clock.now + by.clockOffMs;
  return {
    accessToken: given.access,
    expiresAt: now + setting.lifeMs,
    renewAt: getRenewTime(now, setting.lifeMs),
    refresh: { token: given.refresh, issuer: 'i', clientId: 'c', resource: 'r' },
  };
}

export type Refresh = (by: EditorWindow, session: AuthSession, signal: AbortSignal) => Promise<AuthSession>;

/**
 * Creates the connection to the authorization server. `onAnswered` is called after a window got a response or an error.
 */
export function createTraffic(world: World, onAnswered: (by: EditorWindow) => void): Refresh {
  const { clock, setting, server, count } = world;
  const minutes = new Map<string, number>();
  /** Windows whose last request failed. */
  const failed = new Set<EditorWindow>();

  function nextCourse(by: EditorWindow): Course {
    if (world.phase !== 'faults') return fine(clock);
    if (setting.faults === 1) return outage(clock);
    // A lost attempt must be followed by another one.
    const mayLose = setting.lostReplies === 'any' || (setting.lostReplies === 'limited' && !failed.has(by));
    if (setting.lostReplies === 'limited' && !isSettled(world)) return fine(clock);
    if (!clock.chance(setting.faults)) return fine(clock);
    return mayLose && clock.chance(0.5) ? losingFault(clock) : harmlessFault(clock);
  }

  function note(by: EditorWindow, session: AuthSession, course: Course): void {
    count.requests++;
    if (course.isFault) count.faults++;
    if (course.isFault) failed.add(by);
    else failed.delete(by);
    const key = `${by.name} ${Math.floor(clock.now / minute)}`;
    const inMinute = (minutes.get(key) ?? 0) + 1;
    minutes.set(key, inMinute);
    count.busiest = Math.max(count.busiest, inMinute);
    const goneAt = world.sessions.get(session.id)?.goneAt ?? Number.POSITIVE_INFINITY;
    // The window has just read the storage.
    if (clock.now > goneAt + visibleMs + 500) issue(world, 'renews a session after its user signed out', by);
  }

  return (by, session, signal) => {
    const course = nextCourse(by);
    note(by, session, course);
    const sentAt = clock.now;
    const { renewal } = by;
    let given: Tokens | undefined;
    let isAnswered = false;
    by.requests++;
    const answered = new Promise<AuthSession>((resolve, reject) => {
      signal.addEventListener('abort', () => {
        // Also fires after the response.
        if (given && !isAnswered) given.wasLost = true;
        reject(new RefreshError('temporary'));
      });
      if (course.arrivesMs !== undefined) {
        // The request is sent, whatever happens to the window.
        clock.at(clock.now + course.arrivesMs, () => {
          given = server.refresh(session.refresh?.token ?? '', sentAt);
          if (!given || given.storedAt !== undefined) return;
          const isThere = by.renewal === renewal && isAwake(by, world) && !signal.aborted;
          if (course.isLost || !isThere) given.wasLost = true;
          else by.unstored.add(given);
        });
      }
      if (course.answersMs === undefined) return;
      by.after((course.arrivesMs ?? 0) + course.answersMs, () => {
        isAnswered = true;
        if (course.failure) return reject(new RefreshError(course.failure));
        if (!given) return reject(new RefreshError('invalidGrant'));
        resolve({ ...session, ...tokensOf(given, by, world) });
      });
    });
    return answered.finally(() => {
      by.requests--;
      onAnswered(by);
    });
  };
}
