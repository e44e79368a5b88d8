import { z } from 'zod';
import type { Operation, OperationRequest } from '../operation.ts';
import {
  deploymentLogs,
  deploymentStatuses,
  deploymentsOf,
  describeDeployment,
} from '../world/deployments.ts';
import { findDeployment, findProject } from './find.ts';

const listQuery = z.object({
  environmentId: z.string().optional(),
  status: z.array(z.enum(deploymentStatuses)).optional(),
});

/** E14, and what lists deployments. */
export const deploymentOperations: readonly Operation[] = [
  { id: 'E14', method: 'GET', path: '/v1/deployments/:deploymentId/logs', run: getLogs },
  { method: 'GET', path: '/v1/deployments/:deploymentId', run: getDeployment },
  { method: 'GET', path: '/v1/projects/:projectId/deployments', run: listDeployments },
];

function getLogs({ world, param }: OperationRequest) {
  return deploymentLogs(world, findDeployment(world, param('deploymentId')));
}

function getDeployment({ world, param }: OperationRequest) {
  return describeDeployment(world, findDeployment(world, param('deploymentId')));
}

function listDeployments({ world, param, query }: OperationRequest) {
  const { environmentId, status } = query(listQuery);
  const { environmentIds } = findProject(world, param('projectId'));
  return environmentIds
    .filter((id) => environmentId === undefined || id === environmentId)
    .flatMap((id) => deploymentsOf(world, id))
    .sort((a, b) => b.startedAt - a.startedAt)
    .map((deployment) => describeDeployment(world, deployment))
    .filter((deployment) => status?.includes(deployment.status) ?? true);
}
