import type { Operation as Stated } from '../../src/api/operation.ts';
import { operations as table } from '../../src/api/operations.ts';
import type { OperationHandler, OperationName } from './operation.ts';
import { accountRoutes } from './routes/account.ts';
import { analyticsRoutes } from './routes/analytics.ts';
import { beaconRoutes } from './routes/beacon.ts';
import { deploymentRoutes } from './routes/deployments.ts';
import { distributionRoutes } from './routes/distribution.ts';
import { environmentDetailRoutes } from './routes/environmentDetails.ts';
import { environmentRoutes } from './routes/environments.ts';
import { insightRoutes } from './routes/insights.ts';
import { logRoutes } from './routes/logs.ts';
import { projectRoutes } from './routes/projects.ts';
import { variableRoutes } from './routes/variables.ts';

/** The handler of each operation. */
const handlers: { readonly [Name in OperationName]: OperationHandler } = {
  ...projectRoutes,
  ...environmentRoutes,
  ...environmentDetailRoutes,
  ...variableRoutes,
  ...logRoutes,
  ...deploymentRoutes,
  ...insightRoutes,
  ...beaconRoutes,
  ...analyticsRoutes,
  ...accountRoutes,
  ...distributionRoutes,
};

/** An operation of the service: its route and its handler. */
export interface SampleOperation extends Pick<Stated, 'id' | 'method' | 'path'> {
  readonly name: OperationName;
  readonly handle: OperationHandler;
}

/**
 * All operations below `/v1`. Their routes come from the table of the client. The tests of the service state
 * them independently.
 */
export const operations: readonly SampleOperation[] = Object.entries(table).flatMap(([group, operationsOf]) =>
  Object.entries(operationsOf).map(([key, { id, method, path }]) => {
    const name = `${group}.${key}` as OperationName;
    return { name, id, method, path, handle: handlers[name] };
  }),
);
