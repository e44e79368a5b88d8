import type { Deployment } from '../api/deployments.ts';

/** A mark for an environment whose variables were changed since its latest deployment. */
export interface RedeployReminder {
  /** Time of the change in ms since 1970, according to the clock of this machine. */
  readonly at: number;
  /** The changed keys. Absent in marks that an early version stored. */
  readonly keys?: readonly string[];
  /** The ID of a deployment without the change. */
  readonly before?: string;
}

/**
 * Updates a mark after the latest deployment was read. Returns `undefined` if the deployment started after the change
 * and succeeded, and `unknown` if its start time is unknown: a list of deployments doesn't contain it.
 */
export function updateReminder(
  reminder: RedeployReminder,
  deployment: Pick<Deployment, 'id' | 'status' | 'startedAt' | 'completedAt'>,
): RedeployReminder | undefined | 'unknown' {
  const { id, status, startedAt, completedAt } = deployment;
  if (id === reminder.before || status !== 'deployed') return reminder;
  // `NaN` if absent, so that no comparison is true.
  const startedMs = Date.parse(startedAt ?? '');
  const completedMs = Date.parse(completedAt ?? '');
  if (startedMs >= reminder.at) return undefined;
  // A deployment that ended before the change also started before it.
  return startedMs < reminder.at || completedMs < reminder.at ? { ...reminder, before: id } : 'unknown';
}
