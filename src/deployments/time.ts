import type { Deployment } from '../api/deployments.ts';
import { isRunning } from '../explorer/deploymentTime.ts';

const second = 1000;

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

/** Not true of a status that is unknown here. */
export function isOver({ status }: Pick<Deployment, 'status'>): boolean {
  return status === 'deployed' || status === 'failed' || status === 'canceled';
}
