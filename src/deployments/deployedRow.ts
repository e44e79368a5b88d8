import type { Deployment } from '../api/deployments.ts';
import type { EnvironmentRow } from '../explorer/environmentRow.ts';

/** The row of an environment, with its latest deployment where the list of projects gives it. */
export type DeployedRow = EnvironmentRow & { readonly latestDeployment?: Deployment };
