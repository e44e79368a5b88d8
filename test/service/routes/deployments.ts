import { z } from 'zod';
import type { OperationHandlers, OperationRequest } from '../operation.ts';
import { notFound } from '../serviceError.ts';
import { createUpload, createUploadUrl } from '../store/uploads.ts';
import {
  deploymentStatuses,
  describeDeployment,
  findDeployments,
  readDeploymentLogs,
} from '../world/deployments.ts';
import { findDeployment, findProject } from './find.ts';

const listQuery = z.object({
  environmentId: z.string().optional(),
  status: z.array(z.enum(deploymentStatuses)).optional(),
});

const uploadBody = z.object({ teamId: z.string().optional() }).optional();

/** The handlers of deployments and uploads. */
export const deploymentRoutes = {
  'deployments.getLogs': getLogs,
  'deployments.get': getDeployment,
  'deployments.list': listDeployments,
  'deployments.uploadArtifact': uploadArtifact,
} satisfies OperationHandlers;

function getLogs({ world, param }: OperationRequest) {
  return readDeploymentLogs(world, findDeployment(world, param('deploymentId')));
}

function getDeployment({ world, param }: OperationRequest) {
  return describeDeployment(world, findDeployment(world, param('deploymentId')));
}

function listDeployments({ world, param, query }: OperationRequest) {
  const { environmentId, status } = query(listQuery);
  const { environmentIds } = findProject(world, param('projectId'));
  return environmentIds
    .filter((id) => environmentId === undefined || id === environmentId)
    .flatMap((id) => findDeployments(world, id))
    .sort((a, b) => b.startedAt - a.startedAt)
    .map((deployment) => describeDeployment(world, deployment))
    .filter((deployment) => status?.includes(deployment.status) ?? true);
}

async function uploadArtifact({ world, body }: OperationRequest) {
  const { teamId } = (await body(uploadBody)) ?? {};
  if (teamId !== undefined && !world.teams.some(({ id }) => id === teamId)) throw notFound('Team');
  const upload = createUpload(world, teamId);
  return {
    uploadUrl: createUploadUrl(world.uploads, upload),
    token: upload.token,
    expiresAt: new Date(upload.expiresAt).toISOString(),
  };
}
