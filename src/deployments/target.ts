import type { Deployment } from '../api/deployments.ts';
import type { Node } from '../explorer/node.ts';
import type { Target } from '../explorer/target.ts';

/** An environment's row, whoever made it. */
export type EnvironmentRow = Node & Target & { readonly latestDeployment?: Deployment };

/** The trouble of a failed deployment; on each row the same, so that it counts once. */
export function failureKey(environmentId: string): string {
  return `deployment ${environmentId}`;
}
