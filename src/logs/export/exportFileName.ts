import { toSafeFileName } from '../../editor/fileName.ts';

/** What the rows are of; names what is made of them. */
export interface LogOrigin {
  readonly projectName?: string;
  readonly environmentName: string;
  readonly deploymentId?: string;
}

/**
 * `project-environment-2026-11-21T10-00-01Z`, of a deployment with its id before the time: safe as a file name on every
 * system, without its ending.
 */
export function exportFileName(
  { projectName, environmentName, deploymentId }: LogOrigin,
  now: number,
): string {
  // Where its environment isn't known, a deployment is named by its id there as well.
  const deployment = deploymentId === environmentName ? undefined : deploymentId;
  const name = toSafeFileName([projectName, environmentName, deployment]) || 'logs';
  return `${name}-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}
