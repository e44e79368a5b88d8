import type { Deployment } from '../api/deployments.ts';

/** A reminder to redeploy an environment whose variables were changed since its latest deployment. */
export interface RedeployReminder {
  /** The time of the change in milliseconds since the epoch, according to the clock of this machine. */
  readonly at: number;
  /** The changed keys. Absent in reminders that an early version of the extension saved. */
  readonly keys?: readonly string[];
  /** The ID of a deployment that doesn't contain the change. Absent if none is known. */
  readonly before?: string;
}

/**
 * Updates a reminder after the latest deployment was read. Returns `undefined` if the deployment contains the change,
 * because it started after the change and succeeded. Returns `unknown` if that depends on the start time, which
 * `deployment` lacks, as in lists of deployments.
 */
export function updateReminder(
  reminder: RedeployReminder,
  deployment: Pick<Deployment, 'id' | 'status' | 'startedAt' | 'completedAt'>,
): RedeployReminder | undefined | 'unknown' {
  const { id, status, startedAt, completedAt } = deployment;
  if (id === reminder.before || status !== 'deployed') return reminder;
  // `NaN` if the time is absent, so that no comparison is true.
  const startedMs = Date.parse(startedAt ?? '');
  const completedMs = Date.parse(completedAt ?? '');
  if (startedMs >= reminder.at) return undefined;
  // A deployment that ended before the change also started before it.
  return startedMs < reminder.at || completedMs < reminder.at ? { ...reminder, before: id } : 'unknown';
}
