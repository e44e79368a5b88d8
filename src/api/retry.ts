import { type ApiError, isApiError } from './errors.ts';
import type { HttpMethod } from './operation.ts';
import { sleep } from './sleep.ts';

/** The time limits and the clock of the client. Tests replace them. */
export interface Timing {
  /** The time limit until a response begins, and then for its next bytes. */
  readonly idleTimeoutMs: number;
  /** The time limit for a response from its beginning to its end. */
  readonly bodyTimeoutMs: number;
  /** The time limit for all attempts of a call together, until the last response begins. */
  readonly totalTimeoutMs: number;
  /** The upper limit of the random delay before the second attempt. The limit doubles with each further attempt. */
  readonly baseDelayMs: number;
  readonly now: () => number;
  /** Resolves early if the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Returns a number from 0 up to but not including 1. */
  readonly random: () => number;
}

export const defaultTiming: Timing = {
  idleTimeoutMs: 30_000,
  bodyTimeoutMs: 5 * 60_000,
  totalTimeoutMs: 30_000,
  baseDelayMs: 500,
  now: () => Date.now(),
  sleep,
  random: () => Math.random(),
};

/** The maximum number of attempts of a call. */
export const maxAttempts = 4;

const transientStatuses = new Set([408, 425, 429, 502, 503, 504]);

/**
 * Whether a request can be sent again after a temporary failure: a GET request, or a DELETE request without a response.
 * A second deletion changes nothing.
 */
export function isRepeatable(method: HttpMethod, error: ApiError): boolean {
  const isConnectionLost = error.kind === 'network' && !isCertificateCode(error.code);
  if (method === 'DELETE') return isConnectionLost && error.status === undefined;
  if (method !== 'GET') return false;
  return (
    isConnectionLost ||
    (error.status !== undefined && transientStatuses.has(error.status) && error.kind !== 'unexpectedResponse')
  );
}

/** Whether the connection failed after the service might have received the request. */
export function mightHaveArrived(error: ApiError): boolean {
  return error.kind === 'network' && !unreachableCodes.has(error.code ?? '');
}

/** Whether the service might have executed a request that failed with this error. */
export function mightHaveSucceeded(error: unknown): boolean {
  if (!isApiError(error)) return false;
  if (error.kind === 'network') return mightHaveArrived(error);
  return ['timeout', 'server', 'unexpectedResponse', 'canceled'].includes(error.kind);
}

/** System codes for failures before a connection is established. */
const unreachableCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH']);

function isCertificateCode(code: string | undefined): boolean {
  return code !== undefined && /CERT|SIGNED|ALTNAME/.test(code);
}

/**
 * Returns the delay before the next attempt, in milliseconds: the delay that the service requested, or a random one up
 * to a limit that doubles with each attempt ("full jitter"). `attempts` is the number of attempts so far.
 */
export function getRetryDelay(attempts: number, error: ApiError, timing: Timing): number {
  return error.retryAfterMs ?? timing.random() * timing.baseDelayMs * 2 ** (attempts - 1);
}

/** One hour. Users shouldn't wait longer, and a timer can't exceed 24 days. */
const maxRetryAfterMs = 3_600_000;

/**
 * Returns the delay in a `Retry-After` header in milliseconds, at most one hour. The header contains seconds, or a
 * date, which is compared with the service's time (RFC 9110 §10.2.3). Returns `undefined` if there is no valid header.
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, maxRetryAfterMs);
  const until = /^[A-Za-z]{3}/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(until)) return undefined;
  return Math.min(Math.max(0, until - (readServerTime(headers) ?? now)), maxRetryAfterMs);
}

/** Returns the time in the `Date` header of a response, in milliseconds since the epoch. */
export function readServerTime(headers: Headers): number | undefined {
  const time = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(time) ? undefined : time;
}
