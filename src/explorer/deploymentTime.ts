/** What a row says of a deployment. Times are ISO 8601. */
export interface DeploymentState {
  readonly status?: string | undefined;
  readonly startedAt?: string | undefined;
  readonly completedAt?: string | undefined;
}

/** When it ended, or began where it has not; ms since 1970. Absent where the service does not say. */
export function timeOf({ startedAt, completedAt }: DeploymentState): number | undefined {
  return parsed(completedAt) ?? parsed(startedAt);
}

function parsed(text: string | undefined): number | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/** Not true of a status that is unknown here. */
export function isRunning({ status }: DeploymentState): boolean {
  return status === 'ongoing';
}
