import type { DeploymentState } from '../domain/deployment.ts';
import type { RowIcon } from './node.ts';

/**
 * Returns the icon of a deployment, and of the environment or project whose latest deployment it is. States differ in
 * shape and in color. `isCurrent`: whether the deployment is the running one, whose icon is filled.
 */
export function getDeploymentIcon({
  status,
  isCurrent,
}: Pick<DeploymentState, 'status'> & { readonly isCurrent?: boolean }): RowIcon {
  switch (status) {
    case 'ongoing':
      return { id: 'sync~spin', color: 'charts.blue' };
    case 'deployed':
      return { id: isCurrent ? 'pass-filled' : 'pass', color: 'charts.green' };
    case 'failed':
      return { id: 'error', color: 'errorForeground' };
    case 'canceled':
      return { id: 'circle-slash' };
    default:
      return { id: 'question' };
  }
}

/** Returns the icon of an environment. `latest`: its latest deployment, or `undefined` if there is none. */
export function getEnvironmentIcon(latest: DeploymentState | undefined): RowIcon {
  return latest ? getDeploymentIcon({ status: latest.status, isCurrent: true }) : { id: 'circle-outline' };
}
