import { type RefreshFailure, requestMs } from '../../../../src/auth/renewal.ts';
import type { Clock } from './clock.ts';

/** How one request for new tokens goes. */
export interface Course {
  /** Until it is there; absent when it never is. */
  readonly arrivesMs?: number | undefined;
  /** Absent: the server does what it is asked, and its answer comes. */
  readonly failure?: RefreshFailure | undefined;
  /** From then, or from the start. Absent: never. */
  readonly answersMs?: number | undefined;
  /** The server did what it was asked, and the window doesn't get its answer. */
  readonly isLost?: boolean;
  readonly isFault: boolean;
}

type Fault = (clock: Clock) => Omit<Course, 'isFault'>;

const soon = (clock: Clock) => clock.between(10, 400);

/** The refresh token isn't spent by these. */
const harmless: readonly Fault[] = [
  // The network is gone.
  (clock) => ({ failure: 'passing', answersMs: clock.between(10, 5000) }),
  // No one ever answers.
  () => ({}),
  // 500, 429, the page of a gateway.
  (clock) => ({ failure: 'passing', answersMs: clock.between(30, 3000) }),
  // The client isn't known.
  (clock) => ({ failure: 'lasting', answersMs: soon(clock) }),
  // Slow, but not too slow.
  (clock) => ({ arrivesMs: clock.between(0, 4000), answersMs: clock.between(0, 5000) }),
];

const losing: readonly Fault[] = [
  // The connection breaks, or a gateway answers in place of the server.
  (clock) => ({
    arrivesMs: soon(clock),
    failure: 'passing',
    answersMs: clock.between(10, 5000),
    isLost: true,
  }),
  // Too slow: the window has given up.
  (clock) => ({
    arrivesMs: soon(clock),
    answersMs: requestMs + clock.between(0, 20_000),
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

/** Of a server that is down, as quick as it gets. */
export function outage(clock: Clock): Course {
  return { failure: clock.pick(['passing', 'lasting']), answersMs: soon(clock), isFault: true };
}

export function losingFault(clock: Clock): Course {
  return { ...clock.pick(losing)(clock), isFault: true };
}
