const second = 1000;

/** How a deployment stands. Times are ISO 8601. */
export interface DeploymentState {
  readonly status?: string | undefined;
  readonly startedAt?: string | undefined;
  readonly completedAt?: string | undefined;
}

/** When it ended, or began where it hasn't; ms since 1970. Absent where the service doesn't say. */
export function getDeploymentTime({ startedAt, completedAt }: DeploymentState): number | undefined {
  return parseTime(completedAt) ?? parseTime(startedAt);
}

function parseTime(text: string | undefined): number | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/** Not true of a status that is unknown here. */
export function isDeploymentRunning({ status }: DeploymentState): boolean {
  return status === 'ongoing';
}

/** A length of time in its two largest units, as numbers. Milliseconds in. */
export function splitDuration(ms: number): {
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
} {
  const seconds = Math.max(0, Math.round(ms / second));
  return { hours: Math.floor(seconds / 3600), minutes: Math.floor(seconds / 60) % 60, seconds: seconds % 60 };
}

/** How long it took, in ms; absent while it runs, and where the service doesn't say. */
export function getDeploymentDuration({ startedAt, completedAt }: DeploymentState): number | undefined {
  const ms = Date.parse(completedAt ?? '') - Date.parse(startedAt ?? '');
  return ms >= 0 ? ms : undefined;
}

/** Sorted by when they began. Without a date, one that runs is the newest, any other one the oldest. */
export function sortNewestFirst<T extends DeploymentState>(deployments: readonly T[]): readonly T[] {
  const startOf = (deployment: T): number => {
    const time = Date.parse(deployment.startedAt ?? deployment.completedAt ?? '');
    if (!Number.isNaN(time)) return time;
    return isDeploymentRunning(deployment) ? Number.MAX_VALUE : -Number.MAX_VALUE;
  };
  return deployments.toSorted((a, b) => Math.sign(startOf(b) - startOf(a)));
}

/** Not true of a status that is unknown here. */
export function hasDeploymentEnded({ status }: DeploymentState): boolean {
  return status === 'deployed' || status === 'failed' || status === 'canceled';
}

/** The trouble of a failed deployment; on each row of its environment the same, so that it counts once. */
export function getDeploymentFailureKey(environmentId: string): string {
  return `deployment ${environmentId}`;
}
