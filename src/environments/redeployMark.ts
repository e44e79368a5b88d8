import type { Deployment } from '../api/deployments.ts';

/** That the variables of an environment were changed. */
export interface RedeployMark {
  /** When, in ms since 1970, by this machine's clock. */
  readonly at: number;
  /** What was changed. Absent in what was kept before keys were. */
  readonly keys?: readonly string[];
  /** A deployment that doesn't have the change. */
  readonly before?: string;
}

/**
 * What a mark becomes when this is the newest deployment: none when that is deployed and began after the change.
 * `unknown`: its dates don't tell; the short form of a deployment doesn't say when it began.
 */
export function updateMark(
  mark: RedeployMark,
  deployment: Pick<Deployment, 'id' | 'status' | 'startedAt' | 'completedAt'>,
): RedeployMark | undefined | 'unknown' {
  const { id, status, startedAt, completedAt } = deployment;
  if (id === mark.before || status !== 'deployed') return mark;
  // Not a number where it is absent: no comparison holds then.
  const started = Date.parse(startedAt ?? '');
  const completed = Date.parse(completedAt ?? '');
  if (started >= mark.at) return undefined;
  // Whatever ended before the change began before it.
  return started < mark.at || completed < mark.at ? { ...mark, before: id } : 'unknown';
}
