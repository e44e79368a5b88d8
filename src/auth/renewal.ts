import { type AuthSession, endSession, hasSessionEnded } from './session.ts';

/** Runs a task while no other window runs a task of the same name. */
export type Lease = <T>(name: string, task: () => Promise<T>) => Promise<T>;

/**
 * `invalidGrant`: the refresh token is used up or revoked (RFC 6749 §5.2). `temporary`: a retry might succeed. `permanent`:
 * a retry would fail again, but the session hasn't ended.
 */
export type RefreshFailure = 'invalidGrant' | 'temporary' | 'permanent';

/** The dependencies of a renewal. */
export interface RenewalDependencies {
  /** Returns the stored session, whichever window wrote it, or `undefined` if it was signed out. */
  readonly read: (id: string) => Promise<AuthSession | undefined>;
  /** Stores the session, unless it was signed out or the stored one supersedes it. Then every window can use it. */
  readonly write: (session: AuthSession) => Promise<void>;
  readonly lease: Lease;
  /** Requests new tokens from the authorization server (RFC 6749 §6). The refresh token might be invalid afterwards. */
  readonly refresh: (session: AuthSession, signal: AbortSignal) => Promise<AuthSession>;
  /** Classifies a rejection of `refresh`. Any other error is `temporary`. */
  readonly classifyError: (error: unknown) => RefreshFailure;
  /** Returns the time in milliseconds since the epoch. */
  readonly now: () => number;
  /** Returns the time in milliseconds of a clock that is never set, but might stop while the machine sleeps. */
  readonly monotonicNow: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Returns a number from 0 up to but not including 1. */
  readonly random: () => number;
  readonly isFocused: () => boolean;
  /** Called after a renewal has failed. It's tried again later. */
  readonly onFailure: (error: unknown) => void;
}

export interface Renewal {
  /**
   * Returns a valid token of the session, other than `rejected`. Returns `undefined` if the user must sign in again.
   * Rejects with the rejection of `refresh` if that might be temporary.
   */
  getToken(session: AuthSession, rejected?: string): Promise<string | undefined>;
}

/** Maximum random delay in milliseconds in a window without the focus, so that windows don't renew at the same time. */
const maxStartDelayMs = 3000;
/** Maximum time in milliseconds until other windows read a new state after it was written. */
const propagationMs = 2000;
/**
 * The time limit of one request in milliseconds. A shorter limit would lose slow responses. All attempts together take
 * less time than `leaseTimeoutMs`.
 */
export const requestTimeoutMs = 10_000;
/**
 * Number of times that a window whose refresh token was rejected checks for new tokens of another window, every
 * `propagationMs`. The checks take as long as the request of the other window and the storing of its tokens can take.
 * Needed because a lease covers one machine, and a remote window shares the secrets but runs on another.
 */
const maxStoredChecks = Math.ceil(requestTimeoutMs / propagationMs) + 2;
/**
 * Delays before retries in milliseconds. They're short because some servers repeat a lost response if the request is
 * repeated soon.
 */
const retryDelaysMs = [500, 1500];
/** The time in milliseconds after which a lease is considered abandoned. */
export const leaseTimeoutMs = 60_000;
const maxBackoffMs = 10_000;

/**
 * Renews sessions together with other windows. A refresh token is used once, by the window that holds the lease and has
 * read the session again. New tokens are stored before they are used. A session ends only if the authorization server
 * has rejected the same refresh token twice.
 */
export function createRenewal(dependencies: RenewalDependencies): Renewal {
  return new SessionRenewal(dependencies);
}

class SessionRenewal implements Renewal {
  readonly #dependencies: RenewalDependencies;
  readonly #pendingRenewals = new Map<string, Promise<AuthSession | undefined>>();
  readonly #failures = new Map<string, RenewalFailure>();

  constructor(dependencies: RenewalDependencies) {
    this.#dependencies = dependencies;
  }

  async getToken(session: AuthSession, rejected?: string): Promise<string | undefined> {
    if (hasSessionEnded(session)) return undefined;
    const isRejected = session.accessToken === rejected;
    if (!session.refresh) return isRejected ? undefined : session.accessToken;
    const now = this.#dependencies.now();
    if (!isRejected && !isRenewalDue(session, now)) return session.accessToken;
    const renewal = this.#renew(session);
    if (!isRejected && now < (session.expiresAt ?? 0)) {
      // The token is still valid, so the renewal isn't awaited.
      renewal.catch(() => undefined);
      return session.accessToken;
    }
    const renewed = await renewal;
    if (!renewed || renewed.accessToken !== rejected) return renewed?.accessToken;
    // The rejected token is the newest one, which another window has stored, so the session must be renewed again.
    const secondToken = (await this.#renew(renewed))?.accessToken;
    return secondToken === rejected ? undefined : secondToken;
  }

  /** Renews a session. There is one renewal at a time for each session. */
  #renew(session: AuthSession): Promise<AuthSession | undefined> {
    const existingRenewal = this.#pendingRenewals.get(session.id);
    if (existingRenewal !== undefined) return existingRenewal;
    const pendingRenewal = this.#renewOnce(session).finally(() => this.#pendingRenewals.delete(session.id));
    this.#pendingRenewals.set(session.id, pendingRenewal);
    return pendingRenewal;
  }

  async #renewOnce(session: AuthSession): Promise<AuthSession | undefined> {
    const dependencies = this.#dependencies;
    try {
      await this.#backOff(session.id);
      if (!dependencies.isFocused()) await dependencies.sleep(dependencies.random() * maxStartDelayMs);
      const stored = await dependencies.read(session.id);
      let outcome = this.#isAlreadyHandled(stored, session) ? stored : ('late' as const);
      while (outcome === 'late') outcome = await this.#refreshWithLease(session);
      this.#failures.delete(session.id);
      return outcome && !hasSessionEnded(outcome) ? outcome : undefined;
    } catch (error) {
      const count = (this.#failures.get(session.id)?.count ?? 0) + 1;
      const delayMs = Math.min(maxBackoffMs, 1000 * 2 ** (count - 1)) * (0.5 + dependencies.random() / 2);
      this.#failures.set(session.id, { count, failedAt: dependencies.now(), delayMs });
      dependencies.onFailure(error);
      throw error;
    }
  }

  /**
   * Waits before a retry after failures. Doesn't return the earlier error instead, so that the user sees the result of
   * a new attempt.
   */
  async #backOff(id: string): Promise<void> {
    const lastFailure = this.#failures.get(id);
    if (lastFailure === undefined) return;
    const elapsedMs = this.#dependencies.now() - lastFailure.failedAt;
    // If the clock was set back, there is no delay.
    if (elapsedMs >= 0 && elapsedMs < lastFailure.delayMs)
      await this.#dependencies.sleep(lastFailure.delayMs - elapsedMs);
  }

  /** Whether no renewal is needed, because another window signed out, renewed, or ended the session. */
  #isAlreadyHandled(stored: AuthSession | undefined, session: AuthSession): boolean {
    if (stored === undefined || hasSessionEnded(stored)) return true;
    return stored.generation > session.generation && !isRenewalDue(stored, this.#dependencies.now());
  }

  /**
   * Returns a function that checks whether another window might have the lease now. Uses both clocks, like the windows
   * that wait for the lease: one might have been set back, and the other might have stopped.
   */
  #startLeaseTimer(): () => boolean {
    const dependencies = this.#dependencies;
    const startedAt = { now: dependencies.now(), monotonic: dependencies.monotonicNow() };
    return () => {
      const elapsedMs = dependencies.now() - startedAt.now;
      const maxElapsedMs = Math.max(elapsedMs, dependencies.monotonicNow() - startedAt.monotonic);
      return elapsedMs < 0 || maxElapsedMs > leaseTimeoutMs - requestTimeoutMs;
    };
  }

  /** Resolves as soon as the outcome is known, but holds the lease until every window reads the new state. */
  #refreshWithLease(session: AuthSession): Promise<RenewalOutcome> {
    return new Promise((resolve, reject) => {
      this.#dependencies.lease(session.id, () => this.#refresh(session, resolve)).catch(reject);
    });
  }

  async #refresh(session: AuthSession, onOutcome: (outcome: RenewalOutcome) => void): Promise<void> {
    const dependencies = this.#dependencies;
    const isLate = this.#startLeaseTimer();
    let rejected: { readonly generation: number; remainingChecks: number } | undefined;
    for (let failureCount = 0; ; ) {
      let latest: AuthSession | undefined;
      let next: AuthSession;
      try {
        // Read before each attempt, because this machine might have slept while others continued.
        latest = await dependencies.read(session.id);
        if (latest === undefined || this.#isAlreadyHandled(latest, session)) return onOutcome(latest);
        if (isLate()) return onOutcome('late');
        if (latest.generation === rejected?.generation && rejected.remainingChecks > 0) {
          rejected.remainingChecks -= 1;
          await dependencies.sleep(propagationMs);
          continue;
        }
        const refreshed = await dependencies.refresh(latest, AbortSignal.timeout(requestTimeoutMs));
        next = { ...refreshed, generation: latest.generation + 1 };
      } catch (error) {
        const kind = dependencies.classifyError(error);
        if (kind !== 'invalidGrant' || latest === undefined) {
          const delayMs = retryDelaysMs[failureCount++];
          if (kind === 'permanent' || delayMs === undefined) throw error;
          await dependencies.sleep(delayMs);
          continue;
        }
        if (latest.generation !== rejected?.generation) {
          // Another window might be about to store a new token.
          rejected = { generation: latest.generation, remainingChecks: maxStoredChecks };
          continue;
        }
        next = endSession(latest);
      }
      onOutcome(await this.#store(next));
      return dependencies.sleep(propagationMs);
    }
  }

  /**
   * Stores a session. Returns the session that is stored then: another window might have been faster, or the account
   * might have been signed out.
   */
  async #store(next: AuthSession): Promise<AuthSession | undefined> {
    for (let failureCount = 0; ; ) {
      try {
        await this.#dependencies.write(next);
        return await this.#dependencies.read(next.id);
      } catch (error) {
        // The stored token is used up, so the server must not be asked again.
        const delayMs = retryDelaysMs[failureCount++];
        if (delayMs === undefined) throw error;
        await this.#dependencies.sleep(delayMs);
      }
    }
  }
}

/**
 * The stored session, `undefined` if it was signed out, or `late` if the lease was held for so long that another window
 * might have it now.
 */
type RenewalOutcome = AuthSession | undefined | 'late';

interface RenewalFailure {
  readonly count: number;
  /** The time of the failure in milliseconds since the epoch. */
  readonly failedAt: number;
  readonly delayMs: number;
}

function isRenewalDue({ renewAt, expiresAt }: AuthSession, now: number): boolean {
  return now >= (renewAt ?? expiresAt ?? Number.POSITIVE_INFINITY);
}

/**
 * Returns the time at which to renew a token: 60 s or a tenth of its lifetime before its end, whichever is more, but
 * not in its first half.
 *
 * @param lifetimeMs lifetime of the token after `now`, in milliseconds
 */
export function getRenewTime(now: number, lifetimeMs: number): number {
  return now + lifetimeMs - Math.min(lifetimeMs / 2, Math.max(60_000, lifetimeMs / 10));
}
