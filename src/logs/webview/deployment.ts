import type { ViewState } from '../protocol.ts';

/** Whether the rows are a build log: without levels, requests, ranges, and a search on the service. */
export function isDeployment({ identity }: ViewState): boolean {
  return identity.deploymentId !== undefined;
}
