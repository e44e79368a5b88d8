import type { Deployment } from '../api/deployments.ts';
import type { EnvironmentRow } from '../explorer/environmentRow.ts';

/** The row of an environment, with its latest deployment if the list of projects includes it. */
export type DeployedRow = EnvironmentRow & { readonly latestDeployment?: Deployment };
