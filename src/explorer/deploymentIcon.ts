import type { DeploymentState } from '../domain/deployment.ts';

/**
 * Returns the icon of a deployment. The icon of the current one is filled, because a text beside a long label is cut
 * off.
 */
export function getDeploymentIcon({
  status,
  isCurrent,
}: Pick<DeploymentState, 'status'> & { readonly isCurrent?: boolean | undefined }): {
  readonly id: string;
  readonly color?: string;
} {
  switch (status) {
    case 'ongoing':
      return { id: 'sync~spin', color: 'charts.blue' };
    case 'deployed':
      return { id: isCurrent ? 'pass-filled' : 'pass', color: 'testing.iconPassed' };
    case 'failed':
      return { id: 'error', color: 'errorForeground' };
    case 'canceled':
      return { id: 'circle-slash' };
    default:
      return { id: 'question' };
  }
}
