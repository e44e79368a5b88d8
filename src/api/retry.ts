import { type ApiError, isApiError } from './errors.ts';
import type { HttpMethod } from './operation.ts';
import { sleep } from './sleep.ts';

/** The limits of the client, in ms, and its clocks. Tests replace them. */
export interface Timing {
  /** The time limit until a response begins, and then for its next bytes. */
  readonly idleTimeoutMs: number;
  /** The time limit for a response from its beginning to its end. */
  readonly bodyTimeoutMs: number;
  /** The time limit for all attempts of a call together, until the last response begins. */
  readonly totalTimeoutMs: number;
  /** The upper limit of the random delay before the second attempt. It doubles with each further attempt. */
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
 * Whether a failed attempt can be repeated: a GET, or a DELETE that got no response, because repeating it has the same
 * effect. Only temporary failures are repeated.
 */
export function isRepeatable(method: HttpMethod, error: ApiError): boolean {
  const lost = error.kind === 'network' && !isCertificateCode(error.code);
  if (method === 'DELETE') return lost && error.status === undefined;
  if (method !== 'GET') return false;
  return (
    lost ||
    (error.status !== undefined && transientStatuses.has(error.status) && error.kind !== 'unexpectedResponse')
  );
}

/** Whether the service might have executed the request, although its response was lost. */
export function mightHaveArrived(error: ApiError): boolean {
  return error.kind === 'network' && !unreachableCodes.has(error.code ?? '');
}

/** Whether the service might have executed the request, regardless of the response. */
export function mightHaveSucceeded(error: unknown): boolean {
  if (!isApiError(error)) return false;
  if (error.kind === 'network') return mightHaveArrived(error);
  return ['timeout', 'server', 'unexpectedResponse', 'cancelled'].includes(error.kind);
}

const unreachableCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH']);

function isCertificateCode(code: string | undefined): boolean {
  return code !== undefined && /CERT|SIGNED|ALTNAME/.test(code);
}

/**
 * Returns the delay before the next attempt in ms: the one that the service requested, or a random one up to a doubling
 * limit ("full jitter").
 */
export function getRetryDelay(tries: number, error: ApiError, timing: Timing): number {
  return error.retryAfterMs ?? timing.random() * timing.baseDelayMs * 2 ** (tries - 1);
}

/** One hour. A longer delay would block users, and timers are limited to 24 days. */
const maxRetryAfterMs = 3_600_000;

/**
 * Reads `Retry-After` in ms, at most an hour: seconds, or a date that is compared with the service's clock (RFC 9110,
 * 10.2.3).
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, maxRetryAfterMs);
  const until = /^[A-Za-z]{3}/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(until)) return undefined;
  return Math.min(Math.max(0, until - (readServerTime(headers) ?? now)), maxRetryAfterMs);
}

/** Reads the `Date` of a response, in ms since 1970. */
export function readServerTime(headers: Headers): number | undefined {
  const time = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(time) ? undefined : time;
}
