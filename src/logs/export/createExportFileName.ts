import { toSafeFileName } from '../../editor/fileName.ts';

/** The source of the rows, which file names contain. */
export interface LogOrigin {
  readonly projectName?: string;
  readonly environmentName: string;
  readonly deploymentId?: string;
}

/**
 * Returns a file name without an extension that is valid on every system, such as
 * `project-environment-2026-11-21T10-00-01Z`. For a deployment, its ID precedes the time.
 */
export function createExportFileName(
  { projectName, environmentName, deploymentId }: LogOrigin,
  now: number,
): string {
  // If the environment is unknown, the environment name is the deployment ID.
  const deployment = deploymentId === environmentName ? undefined : deploymentId;
  const name = toSafeFileName([projectName, environmentName, deployment]) || 'logs';
  return `${name}-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}
