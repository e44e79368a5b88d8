import type { Operation } from './operation.ts';
import { accountOperations } from './routes/account.ts';
import { analyticsOperations } from './routes/analytics.ts';
import { beaconOperations } from './routes/beacon.ts';
import { deploymentOperations } from './routes/deployments.ts';
import { environmentDetailOperations } from './routes/environmentDetails.ts';
import { environmentOperations } from './routes/environments.ts';
import { insightOperations } from './routes/insights.ts';
import { logOperations } from './routes/logs.ts';
import { projectOperations } from './routes/projects.ts';
import { variableOperations } from './routes/variables.ts';

/** Everything that the service answers below `/v1`. */
export const operations: readonly Operation[] = [
  ...projectOperations,
  ...environmentOperations,
  ...environmentDetailOperations,
  ...variableOperations,
  ...logOperations,
  ...deploymentOperations,
  ...insightOperations,
  ...beaconOperations,
  ...analyticsOperations,
  ...accountOperations,
];
