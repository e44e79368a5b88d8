import { type AuthSession, endSession, hasSessionEnded } from './session.ts';

/** Runs `work` while no other window runs work of the same name. */
export type Lease = <T>(name: string, task: () => Promise<T>) => Promise<T>;

/**
 * `invalidGrant`: the server says that the refresh token is spent or revoked (RFC 6749 §5.2). `passing`: no answer, or
 * one that says nothing of the session. `lasting`: it won't be otherwise when asked again at once.
 */
export type RefreshFailure = 'invalidGrant' | 'passing' | 'lasting';

/** What the renewal of sessions needs of the world. */
export interface RenewalPorts {
  /** The session as it is stored now, whoever wrote it; undefined when its owner signed out. */
  readonly read: (id: string) => Promise<AuthSession | undefined>;
  /** Stores it, unless its owner signed out or what is stored prevails. From then on every window may use it. */
  readonly write: (session: AuthSession) => Promise<void>;
  readonly lease: Lease;
  /** Asks the authorization server for new tokens (RFC 6749 §6). The refresh token may be spent afterwards. */
  readonly refresh: (session: AuthSession, signal: AbortSignal) => Promise<AuthSession>;
  /** What a rejection of `refresh` means; any other error is `passing`. */
  readonly classifyError: (error: unknown) => RefreshFailure;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds by a clock that no one sets. It may stand still while the machine sleeps. */
  readonly monotonic: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly isFocused: () => boolean;
  /** A renewal failed, and is tried again later. */
  readonly onFailure: (error: unknown) => void;
}

export interface Renewal {
  /**
   * A token of the session that may be used now; with `rejected`, another one than that. `undefined`: there is none,
   * its owner has to sign in again. Rejects with what `refresh` rejected with while that may pass.
   */
  getToken(session: AuthSession, rejected?: string): Promise<string | undefined>;
}

/** A window without the focus waits up to so long, so that not all of them ask at once. */
const spreadMs = 3000;
/** So long at most, other windows still read what was there before a write. */
const settleMs = 2000;
/** For one request: short of it, a slow reply would be a lost one. All tries together stay below `abandonedMs`. */
export const requestMs = 10_000;
/**
 * So often a window that was refused looks for what another one stores, `settleMs` apart: as long as that one's request
 * and its storing may take. A lease is of one machine, and a remote window shares the secrets but is on another.
 */
const maxStoredChecks = Math.ceil(requestMs / settleMs) + 2;
/** A lost reply may be had again at once from a server that allows for that, and from no other later. */
const retryPausesMs = [500, 1500];
/** A lease that is held for so long is taken for abandoned, in milliseconds. */
export const leaseTimeoutMs = 60_000;
const maxPauseMs = 10_000;

/**
 * Keeps sessions alive, together with other windows that do the same. A refresh token is used once, by the window
 * that holds the lease and has read the session again; new tokens are stored before they are used; and a session
 * ends by nothing but the word of its authorization server, given twice.
 */
export function createRenewal(ports: RenewalPorts): Renewal {
  const running = new Map<string, Promise<AuthSession | undefined>>();
  const failures = new Map<string, RenewalFailure>();

  /** One renewal at a time for each session. */
  function renewed(session: AuthSession): Promise<AuthSession | undefined> {
    const current = running.get(session.id);
    if (current !== undefined) return current;
    const renewal = renew(session).finally(() => running.delete(session.id));
    running.set(session.id, renewal);
    return renewal;
  }

  /** After failures a person who tries again waits a little, and isn't told of the last failure once more. */
  async function backOff(id: string): Promise<void> {
    const last = failures.get(id);
    if (last === undefined) return;
    const agoMs = ports.now() - last.at;
    // A clock that was put back isn't waited for.
    if (agoMs >= 0 && agoMs < last.pauseMs) await ports.sleep(last.pauseMs - agoMs);
  }

  async function renew(session: AuthSession): Promise<AuthSession | undefined> {
    try {
      await backOff(session.id);
      if (!ports.isFocused()) await ports.sleep(ports.random() * spreadMs);
      const stored = await ports.read(session.id);
      let found = isDone(stored, session) ? stored : ('late' as const);
      while (found === 'late') found = await refreshLeased(session);
      failures.delete(session.id);
      return found && !hasSessionEnded(found) ? found : undefined;
    } catch (error) {
      const count = (failures.get(session.id)?.count ?? 0) + 1;
      const pauseMs = Math.min(maxPauseMs, 1000 * 2 ** (count - 1)) * (0.5 + ports.random() / 2);
      failures.set(session.id, { count, at: ports.now(), pauseMs });
      ports.onFailure(error);
      throw error;
    }
  }

  /** Its owner signed out, or another window renewed or ended it. */
  function isDone(stored: AuthSession | undefined, session: AuthSession): boolean {
    if (stored === undefined || hasSessionEnded(stored)) return true;
    return stored.generation > session.generation && !isRenewalDue(stored, ports.now());
  }

  /**
   * Whether another window may have the lease by now. Time is taken by both clocks, as by those who wait for the lease:
   * one may have been put back, and the other may have slept.
   */
  function timeLease(): () => boolean {
    const start = { now: ports.now(), monotonic: ports.monotonic() };
    return () => {
      const heldMs = ports.now() - start.now;
      const longestMs = Math.max(heldMs, ports.monotonic() - start.monotonic);
      return heldMs < 0 || longestMs > leaseTimeoutMs - requestMs;
    };
  }

  /** Tells the outcome at once, but holds the lease until every window reads what was stored. */
  function refreshLeased(session: AuthSession): Promise<RenewalOutcome> {
    return new Promise((resolve, reject) => {
      ports.lease(session.id, () => refreshAlone(session, resolve)).catch(reject);
    });
  }

  async function refreshAlone(
    session: AuthSession,
    notify: (outcome: RenewalOutcome) => void,
  ): Promise<void> {
    const isLate = timeLease();
    let refused: { readonly generation: number; remainingChecks: number } | undefined;
    for (let failed = 0; ; ) {
      let latest: AuthSession | undefined;
      let next: AuthSession;
      try {
        // Each time again: this machine may have slept while others went on.
        latest = await ports.read(session.id);
        if (latest === undefined || isDone(latest, session)) return notify(latest);
        if (isLate()) return notify('late');
        if (latest.generation === refused?.generation && refused.remainingChecks > 0) {
          refused.remainingChecks -= 1;
          await ports.sleep(settleMs);
          continue;
        }
        const refreshed = await ports.refresh(latest, AbortSignal.timeout(requestMs));
        next = { ...refreshed, generation: latest.generation + 1 };
      } catch (error) {
        const kind = ports.classifyError(error);
        if (kind !== 'invalidGrant' || latest === undefined) {
          const pause = retryPausesMs[failed++];
          if (kind === 'lasting' || pause === undefined) throw error;
          await ports.sleep(pause);
          continue;
        }
        if (latest.generation !== refused?.generation) {
          // Another window may be about to store what it got.
          refused = { generation: latest.generation, remainingChecks: maxStoredChecks };
          continue;
        }
        next = endSession(latest);
      }
      notify(await keep(next));
      return ports.sleep(settleMs);
    }
  }

  /** Resolves with what is stored then: another window may have been faster, or its owner signed out. */
  async function keep(next: AuthSession): Promise<AuthSession | undefined> {
    for (let failed = 0; ; ) {
      try {
        await ports.write(next);
        return await ports.read(next.id);
      } catch (error) {
        // What is stored is spent, so that the server must not be asked again.
        const pause = retryPausesMs[failed++];
        if (pause === undefined) throw error;
        await ports.sleep(pause);
      }
    }
  }

  return {
    async getToken(session, rejected) {
      if (hasSessionEnded(session)) return undefined;
      const isRejected = session.accessToken === rejected;
      if (!session.refresh) return isRejected ? undefined : session.accessToken;
      const now = ports.now();
      if (!isRejected && !isRenewalDue(session, now)) return session.accessToken;
      const renewal = renewed(session);
      if (!isRejected && now < (session.expiresAt ?? 0)) {
        // Still good: no one waits for the next one.
        renewal.catch(() => undefined);
        return session.accessToken;
      }
      const found = await renewal;
      if (!found || found.accessToken !== rejected) return found?.accessToken;
      // It was stored already: what is to be renewed is this one.
      const another = (await renewed(found))?.accessToken;
      return another === rejected ? undefined : another;
    },
  };
}

/** The session as it is now stored. `late`: the lease was held for so long that it may be another window's by now. */
type RenewalOutcome = AuthSession | undefined | 'late';

interface RenewalFailure {
  readonly count: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly pauseMs: number;
}

function isRenewalDue({ renewAt, expiresAt }: AuthSession, now: number): boolean {
  return now >= (renewAt ?? expiresAt ?? Number.POSITIVE_INFINITY);
}

/**
 * When to renew a token of this lifetime: 60 s or a tenth of it before its end, whichever is more, but not in its
 * first half.
 *
 * @param lifeMs how long the token lives, in milliseconds, from `now` on
 */
export function getRenewTime(now: number, lifeMs: number): number {
  return now + lifeMs - Math.min(lifeMs / 2, Math.max(60_000, lifeMs / 10));
}
