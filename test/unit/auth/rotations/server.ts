import type { Clock } from './clock.ts';

export interface ServerRules {
  readonly lifeMs: number;
  /** The time after its use in which a refresh token can be used again. */
  readonly graceMs: number;
  /** The response in that time: the same tokens, or other valid ones. */
  readonly graceAnswer: 'same' | 'further';
  /** The other effect of a used refresh token: the end of all tokens of this sign-in, or only a rejection. */
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
  /** The time at which a storage first contained them. */
  storedAt: number | undefined;
  /** The response didn't arrive, or a window that slept or crashed didn't store it. */
  wasLost: boolean;
}

/** An authorization server whose refresh tokens can be used once, and the service for its access tokens. */
export interface Server {
  readonly rotations: number;
  /** Used refresh tokens that were used again outside any grace period. */
  readonly reuses: readonly Reuse[];
  signIn(): Tokens;
  /** Returns `undefined` for `invalid_grant`. `sentAt` is the time at which the window sent the request. */
  refresh(token: string, sentAt: number): Tokens | undefined;
  /** Whether the service accepts the access token. */
  accepts(access: string): boolean;
  byRefresh(token: string): Tokens | undefined;
  byAccess(token: string): Tokens | undefined;
}

interface Reuse {
  /** Unavoidable: the result of the first use was lost. */
  readonly isExcused: boolean;
}

/** A window that read before this hasn't seen the stored session. */
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
