import { type ApiError, isApiError } from './errors.ts';
import type { HttpMethod } from './operation.ts';

/** Limits and clocks of the client, in ms; tests replace them. */
export interface Timing {
  /** The longest wait for an answer to begin, and then for its next bytes. */
  readonly idleTimeoutMs: number;
  /** The longest that an answer may take from its beginning to its end. */
  readonly bodyTimeoutMs: number;
  /** The limit for all tries of a call together, until the last answer begins. */
  readonly totalTimeoutMs: number;
  /** Upper limit of the random wait before the second try; doubles with each further one. */
  readonly baseDelayMs: number;
  readonly now: () => number;
  /** Ends early when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** From 0 up to but not including 1. */
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

/** A call is sent at most this often. */
export const maxTries = 4;

const transientStatuses = new Set([408, 425, 429, 502, 503, 504]);

/**
 * Whether a failed try may be repeated: only what changes nothing (GET), or what no answer came to and ends the
 * same when done twice (DELETE); and only failures that may pass.
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

/** Whether the service may have carried the request out, although its answer was lost. */
export function mayHaveArrived(error: ApiError): boolean {
  return error.kind === 'network' && !neverConnected.has(error.code ?? '');
}

/** Whether the service may have done what it was asked, whatever came back instead of its answer. */
export function mayHaveSucceeded(error: unknown): boolean {
  if (!isApiError(error)) return false;
  if (error.kind === 'network') return mayHaveArrived(error);
  return ['timeout', 'server', 'unexpectedResponse', 'cancelled'].includes(error.kind);
}

const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH']);

function isCertificateCode(code: string | undefined): boolean {
  return code !== undefined && /CERT|SIGNED|ALTNAME/.test(code);
}

/** The wait before the next try: what the service asks for, else random up to a doubling limit ("full jitter"). */
export function getRetryDelay(tries: number, error: ApiError, timing: Timing): number {
  return error.retryAfterMs ?? timing.random() * timing.baseDelayMs * 2 ** (tries - 1);
}

/** An hour. No answer keeps anyone longer from asking again, and a timer takes no more than 24 days. */
const maxRetryAfterMs = 3_600_000;

/** `Retry-After` in ms, an hour at most: seconds, or a date against the service's own clock (RFC 9110, 10.2.3). */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, maxRetryAfterMs);
  const until = /^[A-Za-z]{3}/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(until)) return undefined;
  return Math.min(Math.max(0, until - (readServerTime(headers) ?? now)), maxRetryAfterMs);
}

/** The `Date` of a reply, in ms since 1970. */
export function readServerTime(headers: Headers): number | undefined {
  const time = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(time) ? undefined : time;
}

/** Resolves after so many ms, or as soon as the signal is aborted. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const wake = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    signal?.addEventListener('abort', wake);
  });
}
