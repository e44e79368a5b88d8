/** The state of a deployment, with ISO 8601 times. */
export interface DeploymentState {
  readonly status?: string | undefined;
  readonly startedAt?: string | undefined;
  readonly completedAt?: string | undefined;
}

/**
 * Returns the end of a deployment, or its start if it hasn't ended, in milliseconds since the epoch. Returns
 * `undefined` if the service returned no valid time.
 */
export function getDeploymentTime({ startedAt, completedAt }: DeploymentState): number | undefined {
  return parseTime(completedAt) ?? parseTime(startedAt);
}

function parseTime(text: string | undefined): number | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/** Whether a deployment is running. False for an unknown status. */
export function isDeploymentRunning({ status }: DeploymentState): boolean {
  return status === 'ongoing';
}

/** Splits a duration in milliseconds into hours, minutes, and seconds, rounded to seconds. */
export function splitDuration(ms: number): {
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
} {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return { hours: Math.floor(seconds / 3600), minutes: Math.floor(seconds / 60) % 60, seconds: seconds % 60 };
}

/**
 * Returns the duration of a deployment in milliseconds. Returns `undefined` while the deployment is running, or if the
 * service returned no valid times.
 */
export function getDeploymentDuration({ startedAt, completedAt }: DeploymentState): number | undefined {
  const ms = Date.parse(completedAt ?? '') - Date.parse(startedAt ?? '');
  return ms >= 0 ? ms : undefined;
}

/**
 * Sorts deployments by their start, latest first. A deployment without a valid time is the latest if it's running, and
 * otherwise the oldest.
 */
export function sortNewestFirst<T extends DeploymentState>(deployments: readonly T[]): readonly T[] {
  const getSortTime = (deployment: T): number => {
    const time = Date.parse(deployment.startedAt ?? deployment.completedAt ?? '');
    if (!Number.isNaN(time)) return time;
    return isDeploymentRunning(deployment) ? Number.MAX_VALUE : -Number.MAX_VALUE;
  };
  return deployments.toSorted((a, b) => Math.sign(getSortTime(b) - getSortTime(a)));
}

/** Whether a deployment has ended. False for an unknown status. */
export function hasDeploymentEnded({ status }: DeploymentState): boolean {
  return status === 'deployed' || status === 'failed' || status === 'canceled';
}

/**
 * Returns the key of a failed deployment for the attention marks. The key is the same for all rows of an environment,
 * so that the failure is counted once.
 */
export function getDeploymentFailureKey(environmentId: string): string {
  return `deployment ${environmentId}`;
}
