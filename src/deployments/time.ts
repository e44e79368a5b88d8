import type { Deployment } from '../api/deployments.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const units = [
  { unit: 'year', ms: 365 * day },
  { unit: 'month', ms: 30 * day },
  { unit: 'day', ms: day },
  { unit: 'hour', ms: hour },
  { unit: 'minute', ms: minute },
] as const;

/** How long ago, in its largest whole unit, in a language: "3h ago", or "3 hours ago". What is to come is now. */
export function ageText(ms: number, locale: string, style: 'narrow' | 'long'): string {
  const found = units.find((one) => ms >= one.ms);
  if (!found) return new Intl.RelativeTimeFormat(locale, { style, numeric: 'auto' }).format(0, 'second');
  return new Intl.RelativeTimeFormat(locale, { style }).format(-Math.floor(ms / found.ms), found.unit);
}

/** A length of time in its two largest units, as numbers. Milliseconds in. */
export function lengthParts(ms: number): {
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
} {
  const seconds = Math.max(0, Math.round(ms / second));
  return { hours: Math.floor(seconds / 3600), minutes: Math.floor(seconds / 60) % 60, seconds: seconds % 60 };
}

type Times = Pick<Deployment, 'status' | 'startedAt' | 'completedAt'>;

/** When it ended, or began where it has not; ms since 1970. Absent where the service does not say. */
export function timeOf({ startedAt, completedAt }: Times): number | undefined {
  return [completedAt, startedAt].map((text) => Date.parse(text ?? '')).find((time) => !Number.isNaN(time));
}

/** How long it took, in ms; absent while it runs, and where the service does not say. */
export function durationOf({ startedAt, completedAt }: Times): number | undefined {
  const ms = Date.parse(completedAt ?? '') - Date.parse(startedAt ?? '');
  return ms >= 0 ? ms : undefined;
}

/** Sorted by when they began. Without a date, one that runs is the newest, any other one the oldest. */
export function newestFirst<T extends Times>(deployments: readonly T[]): readonly T[] {
  const startOf = (deployment: T): number => {
    const time = Date.parse(deployment.startedAt ?? deployment.completedAt ?? '');
    if (!Number.isNaN(time)) return time;
    return isRunning(deployment) ? Number.MAX_VALUE : -Number.MAX_VALUE;
  };
  return deployments.toSorted((a, b) => Math.sign(startOf(b) - startOf(a)));
}

/** Neither is true of a status that is unknown here. */
export function isOver({ status }: Pick<Deployment, 'status'>): boolean {
  return status === 'deployed' || status === 'failed' || status === 'canceled';
}

export function isRunning({ status }: Pick<Deployment, 'status'>): boolean {
  return status === 'ongoing';
}
