/**
 * The clock of the service: the time of the machine, plus the time that tests have added. In milliseconds
 * since the epoch.
 */
export interface Clock {
  readonly startedAt: number;
  now(): number;
  advance(ms: number): void;
}

/** Creates a clock that starts now. */
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

/** Formats a time as ISO 8601 in UTC with milliseconds, like all dates of the service. */
export function formatTime(time: number): string {
  return new Date(time).toISOString();
}

const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
