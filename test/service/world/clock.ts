/** The service's own time: the machine's, plus what tests have added. Milliseconds since the epoch. */
export interface Clock {
  readonly startedAt: number;
  now(): number;
  advance(ms: number): void;
}

/** A clock that starts now. */
export function createClock(): Clock {
  let ahead = 0;
  return {
    startedAt: Date.now(),
    now: () => Date.now() + ahead,
    advance: (ms) => {
      ahead += ms;
    },
  };
}

/** ISO 8601 in UTC with milliseconds, as the service writes every date. */
export function formatTime(time: number): string {
  return new Date(time).toISOString();
}

export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
