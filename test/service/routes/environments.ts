import { z } from 'zod';
import type { OperationHandlers, OperationRequest } from '../operation.ts';
import { badRequest, conflict } from '../serviceError.ts';
import { computeStatus, describeDeployment, findDeployments, startDeployment } from '../world/deployments.ts';
import { createEnvironment, removeEnvironment } from '../world/environments.ts';
import type { Environment } from '../world/model.ts';
import { findEnvironment, findProject } from './find.ts';
import { newVariablesSchema, rejectTakenKeys } from './schemas.ts';
import { addVariables } from './variables.ts';

const createBody = z.object({
  projectId: z.string(),
  name: z.string().min(1),
  sourceBranch: z.string().min(1),
  environmentVariables: newVariablesSchema.optional(),
});

/** The handlers of environments. */
export const environmentRoutes = {
  'environments.get': getEnvironment,
  'environments.delete': deleteEnvironment,
  'environments.create': addEnvironment,
  'environments.deploy': deploy,
} satisfies OperationHandlers;

function getEnvironment({ world, param }: OperationRequest) {
  return describeEnvironment(findEnvironment(world, param('environmentId')));
}

function deleteEnvironment({ world, param }: OperationRequest) {
  const environment = findEnvironment(world, param('environmentId'));
  if (world.projects.get(environment.projectId)?.productionId === environment.id) {
    throw badRequest('The production environment of a project cannot be deleted.');
  }
  removeEnvironment(world, environment);
  return { success: true };
}

async function addEnvironment({ world, body }: OperationRequest) {
  const { projectId, name, sourceBranch, environmentVariables = [] } = await body(createBody);
  const project = findProject(world, projectId);
  rejectTakenKeys(environmentVariables, new Set());
  const environment = createEnvironment(world, project, { name, sourceBranch });
  addVariables(world, environment.id, environmentVariables);
  const { id, mcpServerUrl, createdAt } = environment;
  return { id, name, sourceBranch, urls: [mcpServerUrl], createdAt, projectId };
}

const deployBody = z
  .object({
    token: z.string().optional(),
    settings: z
      .object({
        installCommand: z.string().optional(),
        buildCommand: z.string().optional(),
        buildOutputDir: z.string().optional(),
        startCommand: z.string().optional(),
        transport: z.enum(['stdio', 'sse', 'streamablehttp']),
      })
      .optional(),
  })
  .optional();

async function deploy({ world, param, body }: OperationRequest) {
  const environment = findEnvironment(world, param('environmentId'));
  const { token, settings } = (await body(deployBody)) ?? {};
  if (findDeployments(world, environment.id).some((each) => computeStatus(world, each) === 'ongoing')) {
    throw conflict('A deployment of this environment is running.');
  }
  if (token === undefined) return describeDeployment(world, startDeployment(world, environment));
  const upload = world.uploads.all.get(token);
  if (!upload) throw badRequest('The token is not known.');
  if (upload.isUsed) throw badRequest('The token was used before.');
  if (!upload.archive) throw badRequest('Nothing was uploaded for the token.');
  if (world.clock.now() >= upload.expiresAt + tokenLifetimeMs) throw badRequest('The token has expired.');
  upload.isUsed = true;
  const uploaded = { archive: upload.archive, settings };
  return describeDeployment(world, startDeployment(world, environment, uploaded));
}

/** The lifetime of an upload token after the upload, in which it can be deployed. */
const tokenLifetimeMs = 3_600_000;

function describeEnvironment(environment: Environment) {
  const { id, name, sourceBranch, mcpServerUrl, domains, createdAt, projectId } = environment;
  const domainNames = domains.map(({ domain }) => domain);
  return { id, name, sourceBranch, mcpServerUrl, domains: domainNames, createdAt, projectId };
}
