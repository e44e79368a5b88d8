import { z } from 'zod';
import type { OperationRequest, Routes } from '../operation.ts';
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
export const deploymentRoutes = {
  'deployments.getLogs': getLogs,
  'deployments.get': getDeployment,
  'deployments.list': listDeployments,
} satisfies Routes;

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
