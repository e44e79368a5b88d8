import { type RefreshFailure, requestTimeoutMs } from '../../../../src/auth/renewal.ts';
import type { Clock } from './clock.ts';

/** The course of one token request. */
export interface Course {
  /** The time until the request arrives. Absent if it never does. */
  readonly arrivesMs?: number | undefined;
  /** Absent if the server executes the request and the response arrives. */
  readonly failure?: RefreshFailure | undefined;
  /** The time from the arrival, or from the start, to the response. Absent if there is none. */
  readonly answersMs?: number | undefined;
  /** The server executes the request, but the response doesn't arrive. */
  readonly isLost?: boolean;
  readonly isFault: boolean;
}

type Fault = (clock: Clock) => Omit<Course, 'isFault'>;

const soon = (clock: Clock) => clock.between(10, 400);

/** Faults that don't use up the refresh token. */
const harmless: readonly Fault[] = [
  // There is no network.
  (clock) => ({ failure: 'temporary', answersMs: clock.between(10, 5000) }),
  // There is no response.
  () => ({}),
  // 500, 429, or the page of a gateway.
  (clock) => ({ failure: 'temporary', answersMs: clock.between(30, 3000) }),
  // The client is unknown.
  (clock) => ({ failure: 'permanent', answersMs: soon(clock) }),
  // Slow, but within the time limit.
  (clock) => ({ arrivesMs: clock.between(0, 4000), answersMs: clock.between(0, 5000) }),
];

const losing: readonly Fault[] = [
  // The connection is lost, or a gateway responds in place of the server.
  (clock) => ({
    arrivesMs: soon(clock),
    failure: 'temporary',
    answersMs: clock.between(10, 5000),
    isLost: true,
  }),
  // Too slow: the window has given up.
  (clock) => ({
    arrivesMs: soon(clock),
    answersMs: requestTimeoutMs + clock.between(0, 20_000),
    isLost: true,
  }),
  (clock) => ({ arrivesMs: soon(clock), isLost: true }),
];

export function fine(clock: Clock): Course {
  return { arrivesMs: soon(clock), answersMs: soon(clock), isFault: false };
}

export function harmlessFault(clock: Clock): Course {
  return { ...clock.pick(harmless)(clock), isFault: true };
}

/** Returns the course of a request to a server that is down, as fast as possible. */
export function outage(clock: Clock): Course {
  return { failure: clock.pick(['temporary', 'permanent']), answersMs: soon(clock), isFault: true };
}

export function losingFault(clock: Clock): Course {
  return { ...clock.pick(losing)(clock), isFault: true };
}
