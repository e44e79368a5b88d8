import type { Clock } from './clock.ts';

export interface ServerRules {
  readonly lifeMs: number;
  /** So long after its use, a refresh token may be used again. */
  readonly graceMs: number;
  /** What is answered then: the same tokens, or others that are as good. */
  readonly graceAnswer: 'same' | 'further';
  /** What else the use of a spent refresh token leads to: the end of all tokens of this sign-in, or just a refusal. */
  readonly onReuse: 'revoke' | 'refuse';
}

/** All tokens that come from one sign-in. */
interface Family {
  isRevoked: boolean;
}

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
  readonly family: Family;
  /** By the server's clock. */
  readonly expiresAt: number;
  readonly answers: Tokens[];
  spentAt: number | undefined;
  /** When a storage first held them. */
  storedAt: number | undefined;
  /** The answer didn't arrive, or a window that slept or broke down didn't store it. */
  wasLost: boolean;
}

/** An authorization server that gives each refresh token one use, and the service that its access tokens are for. */
export interface Server {
  readonly rotations: number;
  /** Spent refresh tokens that came again, outside of any grace. */
  readonly reuses: readonly Reuse[];
  signIn(): Tokens;
  /** `undefined`: `invalid_grant`. `sentAt`: when the window sent it. */
  refresh(token: string, sentAt: number): Tokens | undefined;
  /** Whether the service takes it. */
  accepts(access: string): boolean;
  byRefresh(token: string): Tokens | undefined;
  byAccess(token: string): Tokens | undefined;
}

interface Reuse {
  /** No one could have known better: what the first use gave was lost. */
  readonly isExcused: boolean;
}

/** A window that read before this hasn't seen what was stored. */
const readMs = 2000;

export function createServer(clock: Clock, rules: ServerRules): Server {
  const refreshTokens = new Map<string, Tokens>();
  const accessTokens = new Map<string, Tokens>();
  const reuses: Reuse[] = [];
  let rotations = 0;

  function issue(family: Family): Tokens {
    const number = refreshTokens.size;
    const tokens: Tokens = {
      access: `a${number}`,
      refresh: `r${number}`,
      family,
      expiresAt: clock.now + rules.lifeMs,
      answers: [],
      spentAt: undefined,
      storedAt: undefined,
      wasLost: false,
    };
    refreshTokens.set(tokens.refresh, tokens);
    accessTokens.set(tokens.access, tokens);
    return tokens;
  }

  function answer(tokens: Tokens): Tokens {
    const next = issue(tokens.family);
    tokens.answers.push(next);
    return next;
  }

  return {
    get rotations() {
      return rotations;
    },
    reuses,
    signIn: () => issue({ isRevoked: false }),
    refresh(token, sentAt) {
      const tokens = refreshTokens.get(token);
      if (!tokens || tokens.family.isRevoked) return undefined;
      if (tokens.spentAt === undefined) {
        tokens.spentAt = clock.now;
        rotations++;
        return answer(tokens);
      }
      if (clock.now - tokens.spentAt <= rules.graceMs)
        return rules.graceAnswer === 'same' ? tokens.answers[0] : answer(tokens);
      const isExcused = tokens.answers.every(
        ({ wasLost, storedAt = Number.POSITIVE_INFINITY }) => wasLost && storedAt > sentAt - readMs,
      );
      reuses.push({ isExcused });
      if (rules.onReuse === 'revoke') tokens.family.isRevoked = true;
      return undefined;
    },
    accepts(access) {
      const tokens = accessTokens.get(access);
      return tokens !== undefined && !tokens.family.isRevoked && clock.now < tokens.expiresAt;
    },
    byRefresh: (token) => refreshTokens.get(token),
    byAccess: (token) => accessTokens.get(token),
  };
}
